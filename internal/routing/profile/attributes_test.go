package profile

import (
	"testing"

	"github.com/footstepd/footstepd/internal/routing"
)

func TestAttributesOf(t *testing.T) {
	for _, c := range []struct {
		name, tags string
		want       Attributes
	}{
		{
			"road", "highway=primary, name=King Street, ref=DE 9;US 13, lanes=4, surface=asphalt",
			Attributes{Class: Primary, Name: "King Street", Ref: "DE 9;US 13", Lanes: 4, Surface: "asphalt"},
		},
		{
			"slip road", "highway=motorway_link, oneway=yes, destination=Wilmington;Newark, destination:ref=I 95 South, junction:ref=4A, turn:lanes=left|right",
			Attributes{
				Class: Motorway, Link: true, Features: routing.Highway, Exits: "4A",
				Forward: Signs{Destination: "Wilmington;Newark", DestinationRefs: "I 95 South", TurnLanes: "left|right"},
			},
		},
		{
			"signs of each direction", "highway=primary, destination:forward=Berlin, destination:backward=Hamburg, destination:ref:backward=A 24, turn:lanes:backward=left|",
			Attributes{
				Class: Primary, Forward: Signs{Destination: "Berlin"},
				Backward: Signs{Destination: "Hamburg", DestinationRefs: "A 24", TurnLanes: "left|"},
			},
		},
		{
			"signs against a way", "highway=primary, oneway=-1, destination=Paris, destination:street=Rue A",
			Attributes{Class: Primary, Backward: Signs{Destination: "Paris", DestinationStreets: "Rue A"}},
		},
		{"signs of an unclear direction", "highway=primary, destination=Paris", Attributes{Class: Primary}},
		{
			"signs on a roundabout", "highway=primary, junction=roundabout, destination=Paris",
			Attributes{Class: Primary, Roundabout: true, Forward: Signs{Destination: "Paris"}},
		},
		{
			"own sign outranks the general one", "highway=primary, oneway=yes, destination=A, destination:forward=B",
			Attributes{Class: Primary, Forward: Signs{Destination: "B"}},
		},
		{"circle", "highway=primary, junction=circular", Attributes{Class: Primary, Circular: true}},
		{"motor road", "highway=trunk, motorroad=yes", Attributes{Class: Trunk, Features: routing.Highway}},
		{"toll", "highway=primary, toll=yes", Attributes{Class: Primary, Features: routing.Toll}},
		{"toll for cars", "highway=primary, toll:motorcar=yes", Attributes{Class: Primary, Features: routing.Toll}},
		{"no toll", "highway=primary, toll=no", Attributes{Class: Primary}},
		{"toll for snowmobiles", "highway=primary, toll=snowmobile", Attributes{Class: Primary}},
		{"tunnel", "highway=primary, tunnel=yes", Attributes{Class: Primary, Features: routing.Tunnel}},
		{"archway", "highway=primary, tunnel=building_passage", Attributes{Class: Primary}},
		{"bridge", "highway=primary, bridge=viaduct", Attributes{Class: Primary, Bridge: true}},
		{"ferry", "route=ferry, name=Cape May-Lewes Ferry", Attributes{Class: Ferry, Features: routing.Ferry, Name: "Cape May-Lewes Ferry"}},
		{"car train", "route=shuttle_train", Attributes{Class: ShuttleTrain, Features: routing.Ferry}},
		{"steps", "highway=steps, surface=concrete", Attributes{Class: Steps, Features: routing.Steps, Surface: "concrete"}},
		{"escalator", "highway=steps, conveying=reversible", Attributes{Class: Steps, Features: routing.Steps, Escalator: true}},
		{"steps that do not move", "highway=steps, conveying=no", Attributes{Class: Steps, Features: routing.Steps}},
		{"square", "highway=pedestrian, area=yes", Attributes{Class: Pedestrian, Area: true}},
		{"gravel", "highway=service, surface=gravel", Attributes{Class: Service, Surface: "gravel", Features: routing.Unpaved}},
		{"track", "highway=track", Attributes{Class: Track, Features: routing.Unpaved}},
		{"paved track", "highway=track, tracktype=grade1", Attributes{Class: Track}},
		{"surface outranks tracktype", "highway=track, tracktype=grade3, surface=asphalt", Attributes{Class: Track, Surface: "asphalt"}},
		{
			"sidewalk of a street", "highway=footway, footway=sidewalk, is_sidepath:of:name=Oak Avenue, street:name=Second",
			Attributes{Class: Footway, Name: "Oak Avenue"},
		},
		{"cycleway of a street", "highway=cycleway, cycleway=sidepath, street:name=Elm Street", Attributes{Class: Cycleway, Name: "Elm Street"}},
		{"path of a street", "highway=path, is_sidepath=yes, street:name=Elm Street", Attributes{Class: Path, Features: routing.Unpaved, Name: "Elm Street"}},
		{"cycleway somewhere", "highway=cycleway, street:name=Elm Street", Attributes{Class: Cycleway}},
		{"road", "highway=primary, is_sidepath:of:name=Elm Street", Attributes{Class: Primary}},
		{"own name", "highway=cycleway, name=Rail Trail, street:name=Elm Street", Attributes{Class: Cycleway, Name: "Rail Trail"}},
		{"no road", "building=yes, name=Town Hall", Attributes{}},
		{"unknown", "highway=raceway", Attributes{}},
		{"lanes in words", "highway=primary, lanes=two", Attributes{Class: Primary}},
	} {
		if got := AttributesOf(tagsOf(c.tags)); got != c.want {
			t.Errorf("%s: %s:\n got %+v\nwant %+v", c.name, c.tags, got, c.want)
		}
	}
}

func TestRoadClass(t *testing.T) {
	for c := Unknown; c < classes; c++ {
		if c.String() == "" {
			t.Errorf("class %d has no name", c)
		}
		if got, link := highwayClass(c.String()); got != c && got != Unknown || link {
			t.Errorf("%s reads as %s, link %v", c, got, link)
		}
		if value := c.Value(true); value != c.String() {
			if got, link := highwayClass(value); got != c || !link {
				t.Errorf("%s reads as %s, link %v", value, got, link)
			}
		}
	}
	for class, want := range map[RoadClass]string{Motorway: "motorway_link", Service: "service", Ferry: "ferry", 255: "unknown"} {
		if got := class.Value(true); got != want {
			t.Errorf("class %d as a link: got %q, want %q", class, got, want)
		}
	}
}

func TestJunctionOf(t *testing.T) {
	for _, c := range []struct {
		tags string
		want Junction
	}{
		{"", Junction{}},
		{"highway=traffic_signals", Junction{Control: Signals}},
		{"highway=traffic_signals, traffic_signals:direction=forward", Junction{Control: Signals, Facing: Along}},
		{"highway=traffic_signals, direction=backward, traffic_signals:direction=both", Junction{Control: Signals}},
		{"highway=stop, direction=backward", Junction{Control: Stop, Facing: Against}},
		{"highway=stop, direction=120", Junction{Control: Stop}},
		{"highway=stop, stop=minor", Junction{Control: Stop, Minor: true}},
		{"highway=stop, stop=all", Junction{Control: Stop}},
		{"highway=give_way, direction=forward", Junction{Control: GiveWay, Facing: Along}},
		{"highway=mini_roundabout", Junction{MiniRoundabout: true}},
		{"highway=turning_circle", Junction{TurningPlace: true}},
		{"highway=motorway_junction, ref=4A, name=Churchmans Road", Junction{Exit: "4A", Name: "Churchmans Road"}},
		{"highway=bus_stop, ref=17, name=Main Street", Junction{}},
		{"barrier=toll_booth", Junction{TollBooth: true}},
		{"highway=crossing, crossing=traffic_signals", Junction{}},
	} {
		if got := JunctionOf(tagsOf(c.tags)); got != c.want {
			t.Errorf("%q: got %+v, want %+v", c.tags, got, c.want)
		}
	}
}
