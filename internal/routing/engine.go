// Package routing holds the domain types of routing and the Engine interface. Nothing in it
// knows of graphs, files or wire formats: callers depend on this package alone, and an engine can
// be replaced without touching them. The built-in engine lies in package embedded.
//
// Positions are orb points (longitude, latitude in degrees), lengths metres, times seconds.
package routing

import (
	"context"
	"time"

	"github.com/paulmach/orb"
)

// An Engine answers routing questions over one region. Engines are safe for concurrent use and
// honour cancellation.
type Engine interface {
	// Modes lists the travel modes that the engine can route.
	Modes() []Mode
	// Route finds the best route through the stops in the given order. Errors: *UnroutableError,
	// *NoRouteError, *OptionError.
	Route(ctx context.Context, req RouteRequest) (*Route, error)
	// Matrix finds how far it is from each source to each target, along the routes that Route finds
	// between the two. Errors: *UnroutableError, *OptionError; pairs without a route are none.
	Matrix(ctx context.Context, req MatrixRequest) (*Matrix, error)
	// Isochrone finds the areas within reach of a point. Errors: *UnroutableError, *OptionError.
	Isochrone(ctx context.Context, req IsochroneRequest) (*Isochrone, error)
	// Snap returns the places on the network of a mode nearest to a point, nearest first, at most
	// limit of them within maxMetres.
	Snap(ctx context.Context, mode Mode, p orb.Point, limit int, maxMetres float64) ([]Snap, error)
}

// Mode is a travel mode: whose access rules, speeds and turns hold.
type Mode string

// The travel modes.
const (
	Auto       Mode = "auto"
	Bicycle    Mode = "bicycle"
	Pedestrian Mode = "pedestrian"
	Truck      Mode = "truck"
	Bus        Mode = "bus"
)

// MaxSnapMetres is the farthest that an end of a route may lie from the network; farther ends
// are unroutable.
const MaxSnapMetres = 5000

// Snap is a place on the network.
type Snap struct {
	Point    orb.Point
	Distance float64  // metres from the point asked for
	Streets  []string // names and route number of the road, none when it has none
	Edge     EdgeInfo
}

// EdgeInfo describes the road at a place.
type EdgeInfo struct {
	RoadClass string  // motorway, trunk, primary, … as OSM's highway value; "ferry" for ferries
	Surface   string  // OSM's surface value, "" when not tagged
	SpeedKPH  float64 // speed of the mode on it
	Tunnel    bool    // underground
}

// Feature is a set of properties of roads that a request can exclude.
type Feature uint8

// The features that can be excluded.
const (
	Toll Feature = 1 << iota
	Ferry
	Highway // motorways and motor roads
	Tunnel
	Unpaved
	Steps
)

// Options tune a request. The zero value means the mode's defaults.
type Options struct {
	Exclude      Feature  // roads with any of these are forbidden
	UseHighways  *float64 // 0 avoids, 1 does not care; nil is the default, 1
	UseTolls     *float64 // likewise
	UseFerries   *float64 // likewise
	Shortest     bool     // least distance instead of least time
	WalkingSpeed float64  // km/h, 0 is the default; pedestrian only
	CyclingSpeed float64  // km/h on a flat paved road, 0 is the default; bicycle only

	// Size and load of the vehicle; motor modes only, nil is the mode's usual vehicle. Metres and tonnes.
	Height, Width, Length, Weight *float64
	AxleLoad                      *float64 // tonnes; truck and bus
	AxleCount                     *int     // truck and bus
	Hazmat                        bool     // dangerous goods; truck

	UseHills         *float64 // 0 avoids climbs, 1 does not care; bicycle and pedestrian
	UseLit           *float64 // 0 does not care, 1 avoids what is not lit; bicycle and pedestrian
	UseRoads         *float64 // 0 avoids motor traffic, 1 does not care; bicycle
	AvoidBadSurfaces *float64 // 0 does not care, 1 avoids them; bicycle
	Bicycle          BicycleType
	MaxHiking        *int // hardest mountain path that is allowed, 0 to 6 as sac_scale counts; pedestrian

	// DepartAt is when the trip begins: what holds at times only is judged by it. Its wall clock is that
	// of the place. The zero value leaves out what holds at times only.
	DepartAt time.Time

	AvoidPolygons  orb.MultiPolygon // no road that touches them is used
	AvoidLocations []orb.Point      // nor the road nearest to each of these
}

// BicycleType is the kind of a bicycle: how it rolls on which surface.
type BicycleType string

// The bicycle types; "" is HybridBicycle.
const (
	HybridBicycle   BicycleType = "hybrid"
	RoadBicycle     BicycleType = "road"
	CityBicycle     BicycleType = "city"
	MountainBicycle BicycleType = "mountain"
)

// RouteRequest asks for a route.
type RouteRequest struct {
	Mode     Mode
	Stops    []orb.Point // at least two
	Hints    []Hint      // one per stop, or none at all; not for pedestrians
	Options  Options
	Language string // BCP 47 tag of the instructions and names; "" is English
	Miles    bool   // distances in instructions in miles and feet
	// Alternates is how many other routes are wanted at most, 0 to MaxAlternates; between two stops only.
	Alternates int
}

// MaxAlternates is the greatest number of other routes that can be asked for.
const MaxAlternates = 3

// Route is a way through all stops.
type Route struct {
	Distance   float64
	Duration   float64
	Legs       []Leg      // one between each two stops
	Waypoints  []Waypoint // one per stop
	HasToll    bool
	HasHighway bool
	HasFerry   bool
	Warnings   []string // sentences that a user should read, such as a far snap
	// Alternates are other ways between the same places, the most promising first: a quarter longer at
	// most, four fifths the same at most, and without needless detours. There can be fewer than were asked for.
	Alternates []Route
}

// Add appends a leg that has the given features.
func (r *Route) Add(leg Leg, features Feature) {
	r.Legs = append(r.Legs, leg)
	r.Distance += leg.Distance
	r.Duration += leg.Duration
	r.HasToll = r.HasToll || features&Toll != 0
	r.HasHighway = r.HasHighway || features&Highway != 0
	r.HasFerry = r.HasFerry || features&Ferry != 0
}

// MatrixRequest asks for the distances and times between two lists of points.
type MatrixRequest struct {
	Mode             Mode
	Sources, Targets []orb.Point // at least one of each
	Options          Options
	Miles            bool // warnings give lengths in miles and feet
}

// Matrix is the answer: one row per source, one cell per target.
type Matrix struct {
	Cells [][]Cell
	// Sources and Targets tell where the points lie on the network: the nearest road. A route between
	// two of them can begin or end elsewhere, where the nearest roads are not connected.
	Sources, Targets []Waypoint
	Warnings         []string // sentences that a user should read
}

// Cell is the best way from a source to a target. The zero value is that of equal points.
type Cell struct {
	Distance    float64
	Duration    float64
	Unreachable bool // there is no way
}

// Leg is the stretch between two stops.
type Leg struct {
	Distance float64
	Duration float64
	Shape    orb.LineString // at least two points, equal ones if the leg has no length
	Steps    []Step         // from a start to a destination step
	// Aloft are the stretches that do not follow the ground (bridges, tunnels, ferries), in order and apart
	// from each other: the indexes of their first and last points in the shape.
	Aloft [][2]int
}

// Waypoint is a stop as it lies on the network.
type Waypoint struct {
	Snap
	Index int // of the stop in the request
}

// Step is one manoeuvre and the stretch that follows it up to the next.
type Step struct {
	Type        StepType
	Instruction string // one sentence
	Distance    float64
	Duration    float64
	Travel      TravelMode
	Streets     []string
	ExitNumber  int // of a roundabout, 0 when there is none
	Toll        bool
	Highway     bool
	Ferry       bool
	From, To    int // indexes of the stretch's first and last point in the leg's shape
}

// TravelMode is how a stretch is travelled, which can differ from the mode of the request: a
// bicycle is pushed, a car takes a ferry.
type TravelMode string

// The ways of travelling.
const (
	Drive    TravelMode = "drive"
	Walk     TravelMode = "pedestrian"
	Cycle    TravelMode = "bicycle"
	TakeBoat TravelMode = "ferry"
)

// StepType is the kind of a manoeuvre.
type StepType string

// The step types of the wire contract.
const (
	Start            StepType = "start"
	StartLeft        StepType = "start_left"
	StartRight       StepType = "start_right"
	Destination      StepType = "destination"
	DestinationLeft  StepType = "destination_left"
	DestinationRight StepType = "destination_right"
	Becomes          StepType = "becomes"
	Continue         StepType = "continue"
	SlightLeft       StepType = "slight_left"
	Left             StepType = "left"
	SharpLeft        StepType = "sharp_left"
	UturnLeft        StepType = "uturn_left"
	UturnRight       StepType = "uturn_right"
	SharpRight       StepType = "sharp_right"
	Right            StepType = "right"
	SlightRight      StepType = "slight_right"
	RampStraight     StepType = "ramp_straight"
	RampLeft         StepType = "ramp_left"
	RampRight        StepType = "ramp_right"
	ExitLeft         StepType = "exit_left"
	ExitRight        StepType = "exit_right"
	StayStraight     StepType = "stay_straight"
	StayLeft         StepType = "stay_left"
	StayRight        StepType = "stay_right"
	Merge            StepType = "merge"
	MergeLeft        StepType = "merge_left"
	MergeRight       StepType = "merge_right"
	RoundaboutEnter  StepType = "roundabout_enter"
	RoundaboutExit   StepType = "roundabout_exit"
	FerryEnter       StepType = "ferry_enter"
	FerryExit        StepType = "ferry_exit"
	StepsEnter       StepType = "steps_enter"
	ElevatorEnter    StepType = "elevator_enter"
	EscalatorEnter   StepType = "escalator_enter"
	BuildingEnter    StepType = "building_enter"
	BuildingExit     StepType = "building_exit"
)

// Metric is what a contour measures.
type Metric string

// The metrics of contours.
const (
	ByTime     Metric = "time"     // seconds
	ByDistance Metric = "distance" // metres
)

// Direction tells whether an isochrone holds the points that can be reached from its origin or
// those from which the origin can be reached.
type Direction string

// The directions of isochrones.
const (
	From Direction = "from"
	To   Direction = "to"
)

// Contour asks for one limit.
type Contour struct {
	Metric Metric
	Value  float64 // seconds or metres
}

// IsochroneRequest asks for the areas within reach of a point.
type IsochroneRequest struct {
	Mode      Mode
	Origin    orb.Point
	Contours  []Contour
	Options   Options
	Direction Direction // "" is From
	// Denoise is 0 to 1: islands smaller than this share of the largest are dropped, and holes smaller
	// than a hundredth of that are filled. 0 keeps all.
	Denoise float64
	// MaxPoints is how many points the outlines of the areas have at most, 0 asks for none.
	MaxPoints int
}

// Isochrone is the answer: one area per contour, in the order of the request.
type Isochrone struct {
	Origin   Waypoint
	Areas    []Area
	Warnings []string // sentences that a user should read
}

// Area is what lies within one limit.
type Area struct {
	Contour
	Geometry orb.MultiPolygon // RFC 7946 winding: shells counter-clockwise, holes clockwise
	// Outline is the geometry with few points, such as the request asks for, nil when it asks for none. The
	// outlines of one metric lie within each other.
	Outline orb.MultiPolygon
	Size    float64 // square metres
}
