package graph

import (
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/profile"
)

// Names of the sections that all modes share.
const (
	sectionModes        = "roads.modes"
	sectionNodes        = "roads.nodes"
	sectionNodeIDs      = "roads.node_ids"
	sectionNodeFlags    = "roads.node_flags"
	sectionEdges        = "roads.edges"
	sectionShapes       = "roads.shapes"
	sectionFirst        = "roads.first"
	sectionOut          = "roads.out"
	sectionSlots        = "roads.slots"
	sectionBearings     = "roads.bearings"
	sectionWays         = "roads.ways"
	sectionTranslations = "roads.translations"
	sectionExits        = "roads.exits"
	sectionTextEnds     = "roads.text_ends"
	sectionText         = "roads.text"
	sectionTreeBoxes    = "roads.tree_boxes"
	sectionTreeItems    = "roads.tree_items"
)

// Names of the sections that each mode has of its own; see modeSection.
const (
	sectionClasses   = "arc_classes"
	sectionArcs      = "arcs"
	sectionTurnsAt   = "turns_at"
	sectionTurns     = "turns"
	sectionCopies    = "copies"
	sectionOverrides = "overrides"
	sectionReach     = "reach"
	sectionIslandOf  = "island_of"
	sectionIslands   = "islands"
	sectionTimed     = "timed"
	sectionBans      = "timed_turns"
	sectionAfoot     = "afoot_turns"
)

func modeSection(mode routing.Mode, name string) string {
	return "roads." + string(mode) + "." + name
}

// None is the number of what does not exist: no arc, no state, no node.
const None = ^uint32(0)

// MaxDegree is the largest number of roads that may meet at one node; it bounds the turn tables.
// Import leaves further ones out, which only a made-up map can have.
const MaxDegree = 64

// NodeFlags tell what stands at a node.
type NodeFlags uint8

// The flags of nodes.
const (
	Signals        NodeFlags = 1 << iota // traffic lights
	MiniRoundabout                       // a roundabout without a road of its own
	TurningPlace                         // a turning circle or loop: one can turn round
	LeftHand                             // traffic keeps left here
)

// An Edge is the road between two nodes. Its points are the position of From, the shape points
// from Shape up to the next edge's, and the position of To.
type Edge struct {
	From, To uint32
	Shape    uint32 // first of its inner points among the shapes
	Way      uint32 // index of its way
	Length   uint32 // millimetres
}

// A Way holds what the edges of one OSM way share. Texts are numbers of Graph.Text; 0 is "".
type Way struct {
	ID           int64 // of OSM
	Name         uint32
	Ref          uint32
	Destination  [2]uint32 // where it leads to along and against the way, as signposted
	Lanes        [2]uint32 // turn:lanes along and against the way
	Surface      uint32
	Exits        uint32 // numbers of the exit that the slip road belongs to
	Translations uint32 // first of its translations of Name
	Translated   uint16 // how many there are
	Flags        WayFlags
	Road         profile.RoadClass
	Features     routing.Feature
	_            [7]byte
}

// WayFlags are the properties of a way that are true or false.
type WayFlags uint8

// The flags of ways.
const (
	Link       WayFlags = 1 << iota // a ramp or slip road
	Roundabout                      // of a roundabout or circle
	Public                          // open to motor traffic in general
	Escalator                       // steps that move
	Bridge                          // above the ground
)

// A Translation is a name in one language; Lang and Name are texts.
type Translation struct {
	Lang, Name uint32
}

// An Exit is the number of a motorway exit at a node.
type Exit struct {
	Node, Ref uint32
}

// A Class is what a mode has to know of an arc for its cost. Class 0 of each mode is the one of
// arcs that the mode cannot use.
type Class struct {
	SpeedKPH float64
	Penalty  float32 // factor on the time for choosing, at least 1
	Access   profile.Access
	Travel   Travel
	Features routing.Feature
	Road     profile.RoadClass
	Limits   profile.Limits
	Traits   profile.Traits
	Traffic  uint8  // 1 where a bicycle shares the road with motor traffic, else 0
	When     uint16 // 1 + the index of the first of its timed classes in Network.timed, 0 when it has none
	Shut     uint8  // 1 where only the timed classes are open, else 0; the class is the first of them then
	Climb    uint8  // how hilly it is, an index of climbs; of class 0: 1 where that is known of all, else 0
	_        [4]byte
}

// A timed class is what a class is while certain hours last.
type timed struct {
	Hours uint32 // text
	Class uint16 // 0 where the road is closed
	Last  uint16 // 1 for the last of the classes that belong together
}

// A ban is a turn that is not allowed while certain hours last.
type ban struct {
	From  uint32 // state
	To    uint32 // arc
	Hours uint32 // text
}

// An afootTurn is one that may not be ridden.
type afootTurn struct{ From, To uint32 }

// Travel is how an arc is travelled: routing.TravelMode in one byte.
type Travel uint8

// The ways of travelling.
const (
	Drive Travel = iota
	Walk
	Cycle
	Boat
	travels
)

var travelModes = [travels]routing.TravelMode{routing.Drive, routing.Walk, routing.Cycle, routing.TakeBoat}

// Mode returns the way of travelling as the domain names it.
func (t Travel) Mode() routing.TravelMode { return travelModes[t] }

func travelOf(m routing.TravelMode) Travel {
	for t, name := range travelModes {
		if name == m {
			return Travel(t)
		}
	}
	return Drive
}

// An Override says what comes after a state over an arc where that is not the arc itself: a copy,
// or None where a turn restriction over whole ways forbids it.
type Override struct {
	State, Arc, Next uint32
}

// Turn costs are stored in tenths of a second.
const (
	turnUnit = 100 // milliseconds
	noTurn   = uint16(65535)
	maxTurn  = 65534
)

// Reach tells how an arc stands to the core of its island: the largest part of it in which one can
// drive from everywhere to everywhere.
type Reach uint8

// The kinds of reach.
const (
	ToCore   Reach = 1 << iota // a trip that begins on the arc can get to the core
	FromCore                   // a trip from the core can end on the arc
)

// An Island is a part of a network that is connected if directions are ignored.
type Island struct {
	Arcs uint32 // usable arcs
	Core uint32 // states of its core, 0 when it has none
}
