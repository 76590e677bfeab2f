package profile

import "github.com/paulmach/osm"

// Facing tells which traffic on a way a device at a node of it concerns.
type Facing uint8

// The directions of traffic.
const (
	Both    Facing = iota // or not tagged
	Along                 // traffic in the direction of the way
	Against               // traffic against it
)

// Junction describes a node for all modes.
type Junction struct {
	Control Control
	Facing  Facing // meaningful only on a node inside a single way
	// Minor tells that the control stops the lesser roads of the junction alone: stop=minor.
	Minor          bool
	MiniRoundabout bool
	TurningPlace   bool   // turning circle or loop: U-turns are easy here
	Exit           string // number of a motorway exit
	Name           string // of the junction
	TollBooth      bool
}

// JunctionOf reads the tags of a node.
func JunctionOf(tags osm.Tags) Junction {
	var (
		j                             Junction
		direction, signalFacing, stop string
		exit                          bool
		name, ref                     string
	)
	for i := range tags {
		v := tags[i].Value
		switch tags[i].Key {
		case "highway":
			switch v {
			case "traffic_signals":
				j.Control = Signals
			case "stop":
				j.Control = Stop
			case "give_way":
				j.Control = GiveWay
			case "mini_roundabout":
				j.MiniRoundabout = true
			case "turning_circle", "turning_loop":
				j.TurningPlace = true
			case "motorway_junction":
				exit = true
			}
		case "barrier":
			j.TollBooth = v == "toll_booth"
		case "direction":
			direction = v
		case "traffic_signals:direction":
			signalFacing = v
		case "stop":
			stop = v
		case "name":
			name = v
		case "ref":
			ref = v
		}
	}
	if j.Control == Signals && signalFacing != "" {
		direction = signalFacing
	}
	switch direction {
	case "forward":
		j.Facing = Along
	case "backward", "reverse":
		j.Facing = Against
	}
	j.Minor = j.Control == Stop && stop == "minor"
	if exit {
		j.Exit, j.Name = ref, name
	}
	return j
}
