package profile

import (
	"strings"

	"github.com/paulmach/osm"
)

// speedKeys lists the keys that state a speed limit for a mode, the one that counts most first.
type speedKeys []string

// Signs come before the rules that hold where there is none.
var motorSpeedKeys = speedKeys{
	"maxspeed:advisory", "maxspeed", "source:maxspeed", "maxspeed:type", "zone:maxspeed", "zone:traffic",
}

// read returns the limits in km/h in both directions, 0 where none is known.
func (k speedKeys) read(tags osm.Tags) (forward, backward float64) {
	forwardRank, backwardRank := 2*len(k), 2*len(k)
	for i := range tags {
		key := tags[i].Key
		for rank, name := range k {
			if !strings.HasPrefix(key, name) {
				continue
			}
			onForward, onBackward, r := false, false, 2*rank
			switch key[len(name):] {
			case "":
				onForward, onBackward, r = true, true, 2*rank+1
			case ":forward":
				onForward = true
			case ":backward":
				onBackward = true
			default:
				continue
			}
			kph := speedLimit(tags[i].Value)
			if kph <= 0 {
				continue
			}
			if onForward && r < forwardRank {
				forward, forwardRank = kph, r
			}
			if onBackward && r < backwardRank {
				backward, backwardRank = kph, r
			}
		}
	}
	return forward, backward
}

const (
	kphPerMPH  = 1.609344
	kphPerKnot = 1.852

	// unlimitedKPH stands for the absence of a limit.
	unlimitedKPH = 140
	// walkKPH is walking pace as traffic law means it.
	walkKPH = 7
	// minKPH and maxKPH bound what a limit can be; other values are typing errors.
	minKPH = 1
	maxKPH = 200
)

// speedLimit reads the value of a speed limit key and returns km/h, or 0 when it names no fixed
// limit. It knows numbers with and without a unit ("50", "30 mph", "5 knots"), the words walk
// and none, and the codes of national rules ("DE:urban", "gb:nsl_single", "DE:zone:30"). Of a
// list the lowest limit counts.
func speedLimit(value string) float64 {
	lowest := 0.0
	for value != "" {
		var part string
		if i := strings.IndexAny(value, ";|"); i >= 0 {
			part, value = value[:i], value[i+1:]
		} else {
			part, value = value, ""
		}
		if kph := oneSpeedLimit(strings.TrimSpace(part)); kph > 0 && (lowest == 0 || kph < lowest) {
			lowest = kph
		}
	}
	return lowest
}

func oneSpeedLimit(value string) float64 {
	kph := 0.0
	if v, unit, ok := number(value); ok {
		switch {
		case strings.HasPrefix(unit, "mph"), strings.HasPrefix(unit, "mp/h"):
			kph = v * kphPerMPH
		case strings.HasPrefix(unit, "knot"), strings.HasPrefix(unit, "kn"):
			kph = v * kphPerKnot
		case strings.HasPrefix(unit, "@"):
			return 0 // a condition that was put under the wrong key
		default:
			kph = v
		}
	} else {
		kph = namedLimit(strings.ToLower(value))
	}
	if kph < minKPH || kph > maxKPH {
		return 0
	}
	return kph
}

// namedLimit reads a limit in words or as the code of a national rule, in lower case.
func namedLimit(value string) float64 {
	switch value {
	case "walk", "walking", "walking_pace":
		return walkKPH
	case "none", "unlimited":
		return unlimitedKPH
	}
	country, kind, ok := strings.Cut(value, ":")
	if !ok {
		country, kind = "", value
	}
	if country == "zone" {
		country, kind = "", value
	}
	if zone, ok := strings.CutPrefix(kind, "zone"); ok {
		return zoneLimit(strings.TrimLeft(zone, ": _"))
	}
	if country == "" {
		return 0
	}
	if v, unit, ok := number(kind); ok {
		// "DE:30", the spelling of zone:maxspeed.
		if unit == "mph" {
			v *= kphPerMPH
		}
		return v
	}
	if kph, ok := nationalLimits[value]; ok {
		return kph
	}
	return usualLimits[kind]
}

func zoneLimit(value string) float64 {
	v, unit, ok := number(value)
	switch {
	case !ok:
		return 0
	case unit == "mph":
		return v * kphPerMPH
	}
	return v
}

// usualLimits are the limits by the kind of road that most countries share.
var usualLimits = map[string]float64{
	"urban": 50, "rural": 90, "trunk": 110, "motorway": 130,
	"living_street": walkKPH, "pedestrian_zone": walkKPH, "walk": walkKPH, "bicycle_road": 30, "cyclestreet": 30,
}

// nationalLimits are the limits where a country's law differs from usualLimits, from the
// countries' traffic codes for cars on dry roads.
var nationalLimits = map[string]float64{
	"at:rural": 100, "at:trunk": 100,
	"au:urban": 50, "au:rural": 100,
	"be:motorway": 120, "be:trunk": 120, "be-vlg:rural": 70, "be-bru:rural": 70, "be-bru:urban": 30, "be:living_street": 20,
	"bg:motorway": 140, "bg:living_street": 20,
	"by:urban": 60, "by:motorway": 110, "by:living_street": 20,
	"ca-on:rural": 80,
	"ch:rural":    80, "ch:trunk": 100, "ch:motorway": 120, "ch:living_street": 20,
	"cz:motorway": 130, "cz:living_street": 20,
	"de:rural": 100, "de:trunk": unlimitedKPH, "de:motorway": unlimitedKPH,
	"dk:rural": 80, "dk:trunk": 80, "dk:living_street": 15,
	"ee:urban": 50, "ee:living_street": 20,
	"es:rural": 90, "es:motorway": 120, "es:living_street": 20, "es:urban": 50,
	"fi:rural": 80, "fi:trunk": 100, "fi:motorway": 120, "fi:living_street": 20,
	"fr:rural": 80, "fr:living_street": 20, "fr:zone20": 20,
	"gb:nsl_single": 60 * kphPerMPH, "gb:nsl_dual": 70 * kphPerMPH, "gb:motorway": 70 * kphPerMPH,
	"gb:nsl_restricted": 30 * kphPerMPH, "gb:urban": 30 * kphPerMPH, "gb:rural": 60 * kphPerMPH,
	"gb:trunk": 70 * kphPerMPH, "gb-wls:nsl_restricted": 20 * kphPerMPH,
	"uk:nsl_single": 60 * kphPerMPH, "uk:nsl_dual": 70 * kphPerMPH, "uk:motorway": 70 * kphPerMPH,
	"uk:nsl_restricted": 30 * kphPerMPH, "uk:urban": 30 * kphPerMPH, "uk:rural": 60 * kphPerMPH,
	"uk:trunk":         70 * kphPerMPH,
	"hu:living_street": 20,
	"ie:rural":         80, "ie:motorway": 120,
	"it:trunk": 110, "it:living_street": 30,
	"nl:rural": 80, "nl:trunk": 100, "nl:motorway": 100, "nl:living_street": 15,
	"no:rural": 80, "no:trunk": 80, "no:motorway": 110,
	"pl:trunk": 120, "pl:motorway": 140, "pl:living_street": 20,
	"pt:trunk": 100, "pt:motorway": 120, "pt:living_street": 20,
	"ro:trunk": 100, "ro:living_street": 20,
	"rs:rural": 80, "rs:trunk": 100, "rs:living_street": 10,
	"ru:living_street": 20, "ru:urban": 60, "ru:motorway": 110,
	"se:rural": 70, "se:trunk": 90, "se:motorway": 110,
	"sk:living_street": 20,
	"tr:motorway":      120,
	"ua:living_street": 20,
	"za:urban":         60, "za:rural": 100, "za:motorway": 120,
}
