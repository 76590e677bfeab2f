package tools

import (
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/paulmach/orb"
)

// layouts of a moment without a zone.
var localLayouts = []string{"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// The years that a moment may lie in.
const (
	firstYear = 1900
	lastYear  = 2100
)

// clock is the time zone of a place.
type clock struct {
	zone *time.Location
	// guessed tells that it is the nautical zone, whole hours from UTC by 15 degrees of longitude, since no
	// region knows the place's own.
	guessed bool
}

// clockAt returns the clock of a place.
func (c *call) clockAt(p orb.Point) clock {
	at := geo.ToFixed(orb.Point{geo.NormalizeLon(p[0]), p[1]})
	for _, r := range c.regions {
		if !r.contains(p) {
			continue
		}
		if zone := r.Lands.Location(at); zone != nil {
			return clock{zone, false}
		}
	}
	hours := int(math.Round(geo.NormalizeLon(p[0]) / 15))
	return clock{time.FixedZone(fmt.Sprintf("UTC%+03d:00", hours), hours*3600), true}
}

// zoneSlack is by how many hours a place's clock may differ from that of its longitude.
const zoneSlack = 3

// localTime reads a time of day at a place, such as one at which shops must be open: its wall clock
// counts, and that of the answer is the place's.
func (c *call) localTime(field, text string, at orb.Point) (time.Time, error) {
	clock := c.clockAt(at)
	t, zoned, err := moment(field, text, clock.zone)
	if err != nil || !zoned {
		return t, err
	}
	if !clock.guessed {
		return t.In(clock.zone), nil
	}
	_, seconds := t.Zone()
	if _, there := t.In(clock.zone).Zone(); math.Abs(float64(seconds-there)) > zoneSlack*3600 {
		t = t.In(clock.zone)
		c.Warn(fmt.Sprintf("%s was taken as %s there, by the longitude; send the local time without a zone to be sure.", field, t.Format("2006-01-02 15:04")))
	}
	return t, nil
}

// moment reads an ISO 8601 date and time, in a zone where it has none of its own; zoned tells that it has.
func moment(field, text string, zone *time.Location) (t time.Time, zoned bool, err error) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err = time.Parse(layout, text); err == nil {
			if _, offset := t.Zone(); offset < -12*3600 || offset > 14*3600 {
				return t, true, invalid(field, "has an offset that no place on earth has", text, "an offset from -12:00 to +14:00")
			}
			return t, true, checkYear(field, t)
		}
	}
	for _, layout := range localLayouts {
		if t, err = time.ParseInLocation(layout, text, zone); err == nil {
			return t, false, checkYear(field, t)
		}
	}
	return t, false, invalid(field, "is no ISO 8601 date and time", text, "one such as 2026-11-30T14:20:00-05:00")
}

func checkYear(field string, t time.Time) error {
	if y := t.Year(); y < firstYear || y > lastYear {
		return invalid(field, "lies too far away in time", t.Format(time.RFC3339), fmt.Sprintf("a year from %d to %d", firstYear, lastYear))
	}
	return nil
}
