package profile

import (
	"math"
	"strings"

	"github.com/footstepd/footstepd/internal/routing"
	"github.com/paulmach/osm"
)

// Limits are the bounds that a road or a gateway sets to vehicles. 0 stands for no bound.
type Limits struct {
	Height, Width, Length uint16 // centimetres
	Weight, AxleLoad      uint16 // tens of kilograms
	Axles                 uint8
	Hazmat                Hazmat
}

// Hazmat tells whether dangerous goods may be carried along.
type Hazmat uint8

// What holds for dangerous goods.
const (
	HazmatFree     Hazmat = iota
	HazmatDelivery        // where trips begin and end alone
	HazmatBanned
)

// A Vehicle is what limits are held against. The zero value fits everywhere.
type Vehicle struct {
	Height, Width, Length float64 // metres
	Weight, AxleLoad      float64 // tonnes
	Axles                 int
	Hazmat                bool // carries dangerous goods
}

// vehicles are the sizes that the modes are planned for unless a request says otherwise: a large car;
// a lorry of the size that law allows on most main roads, after Valhalla; a city bus on two axles.
var vehicles = map[routing.Mode]Vehicle{
	routing.Auto:  {Height: 1.9, Width: 1.9, Length: 4.8, Weight: 2, AxleLoad: 1, Axles: 2},
	routing.Truck: {Height: 4.11, Width: 2.6, Length: 21.64, Weight: 21.77, AxleLoad: 9.07, Axles: 5},
	routing.Bus:   {Height: 3.2, Width: 2.55, Length: 12, Weight: 18, AxleLoad: 11.5, Axles: 2},
}

// VehicleOf returns the vehicle of a mode, the zero value for modes without one.
func VehicleOf(mode routing.Mode) Vehicle { return vehicles[mode] }

// Admits tells whether a vehicle may pass, and whether what it carries may be carried through.
func (l Limits) Admits(v Vehicle) bool {
	over := func(size, unit float64, limit uint16) bool {
		return limit > 0 && math.Round(size*unit) > float64(limit)
	}
	return !over(v.Height, 100, l.Height) && !over(v.Width, 100, l.Width) && !over(v.Length, 100, l.Length) &&
		!over(v.Weight, 100, l.Weight) && !over(v.AxleLoad, 100, l.AxleLoad) &&
		!(l.Axles > 0 && v.Axles > int(l.Axles)) && !(v.Hazmat && l.Hazmat == HazmatBanned)
}

// And returns the limits that hold where both hold.
func (l Limits) And(o Limits) Limits {
	return Limits{
		Height: least(l.Height, o.Height), Width: least(l.Width, o.Width), Length: least(l.Length, o.Length),
		Weight: least(l.Weight, o.Weight), AxleLoad: least(l.AxleLoad, o.AxleLoad),
		Axles: uint8(least(uint16(l.Axles), uint16(o.Axles))), Hazmat: max(l.Hazmat, o.Hazmat),
	}
}

// least returns the lower of two limits, of which 0 is none.
func least(a, b uint16) uint16 {
	if a == 0 || b > 0 && b < a {
		return b
	}
	return a
}

// LimitsAt reads the limits that stand at a node, such as a height restrictor or a narrow gate.
func LimitsAt(tags osm.Tags) Limits {
	forward, backward := limits(tags, nil)
	return forward.And(backward)
}

// The keys of limits.
const (
	maxHeight = iota
	maxWidth
	maxLength
	maxWeight
	maxRating
	maxAxleLoad
	maxAxles
	limitKeys
)

var limitNames = [limitKeys]string{"maxheight", "maxwidth", "maxlength", "maxweight", "maxweightrating", "maxaxleload", "maxaxles"}

// limits reads the limits of a way in its two directions for the vehicles named, most specific first.
// Under each key the value for the most specific vehicle counts, maxweight:hgv before maxweight, then
// that for the direction. What the structure itself allows counts besides.
func limits(tags osm.Tags, names []string) (forward, backward Limits) {
	var f, b limitReader
	for i := range tags {
		key, value := tags[i].Key, tags[i].Value
		switch {
		case key == "width", key == "est_width":
			v := limit(maxWidth, value)
			f.structure.Width, b.structure.Width = least(f.structure.Width, v), least(b.structure.Width, v)
			continue
		case key == "hazmat", key == "hazmat:water":
			h := hazmat(value)
			f.structure.Hazmat, b.structure.Hazmat = max(f.structure.Hazmat, h), max(b.structure.Hazmat, h)
			continue
		case !strings.HasPrefix(key, "max"):
			continue
		}
		if k, own := strings.CutSuffix(key, ":forward"); own {
			f.read(k, value, names, 1)
		} else if k, own := strings.CutSuffix(key, ":backward"); own {
			b.read(k, value, names, 1)
		} else {
			f.read(key, value, names, 0)
			b.read(key, value, names, 0)
		}
	}
	return f.limits(), b.limits()
}

// limitReader gathers the limits of one direction.
type limitReader struct {
	found     [limitKeys]uint16
	rank      [limitKeys]int // of the value found, counted from behind; 0 when there is none
	structure Limits
}

// read takes note of a key without the suffix of a direction; own is 1 when it had one.
func (r *limitReader) read(key, value string, names []string, own int) {
	name, vehicle, specific := strings.Cut(key, ":")
	k := indexOf(limitNames[:], name)
	if k < 0 {
		return
	}
	v := limit(k, value)
	switch {
	case vehicle == "physical" && k == maxHeight:
		r.structure.Height = least(r.structure.Height, v)
		return
	case vehicle == "physical" && k == maxWidth:
		r.structure.Width = least(r.structure.Width, v)
		return
	}
	rank := 0
	if specific {
		at := indexOf(names, vehicle)
		if at < 0 {
			return
		}
		rank = len(names) - at
	}
	if rank = 2*rank + own + 1; rank > r.rank[k] && (v > 0 || rank > 1 && unlimited(value)) {
		r.found[k], r.rank[k] = v, rank
	}
}

func (r *limitReader) limits() Limits {
	f := &r.found
	return r.structure.And(Limits{
		Height: f[maxHeight], Width: f[maxWidth], Length: f[maxLength],
		Weight: least(f[maxWeight], f[maxRating]), AxleLoad: f[maxAxleLoad], Axles: uint8(f[maxAxles]),
	})
}

func unlimited(value string) bool { return value == "none" || value == "no" || value == "unlimited" }

// limit reads the value of a limit, 0 when it is none. Of a list, such as one by lanes, the lowest counts.
func limit(key int, value string) (lowest uint16) {
	if !strings.Contains(value, ";") {
		return oneLimit(key, value)
	}
	for part := range parts(value) {
		lowest = least(lowest, oneLimit(key, part))
	}
	return lowest
}

func oneLimit(key int, value string) uint16 {
	var v float64
	ok := false
	switch key {
	case maxHeight, maxWidth, maxLength:
		v, ok = metres(value)
	case maxAxles:
		return uint16(laneCount(value))
	default:
		v, ok = tonnes(value)
	}
	if v = math.Round(v * 100); !ok || !(v <= math.MaxUint16) {
		return 0
	}
	return uint16(max(1, v))
}

func hazmat(value string) Hazmat {
	switch value {
	case "no":
		return HazmatBanned
	case "destination", "delivery", "customers", "private":
		return HazmatDelivery
	}
	return HazmatFree
}
