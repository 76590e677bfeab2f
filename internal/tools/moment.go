package tools

import (
	"fmt"
	"math"
	"strings"
	"time"
)

// layouts of a moment without a zone.
var localLayouts = []string{"2006-01-02T15:04:05.999999999", "2006-01-02T15:04", "2006-01-02 15:04:05", "2006-01-02 15:04"}

// The years that a moment may lie in.
const (
	firstYear = 1900
	lastYear  = 2100
)

// moment reads an ISO 8601 date and time. Without a zone, the nautical zone of the longitude is
// assumed, which is whole hours from UTC by 15 degrees, and assumed names it.
func moment(field, text string, lon float64) (t time.Time, assumed string, err error) {
	text = strings.TrimSpace(text)
	for _, layout := range []string{time.RFC3339Nano, "2006-01-02T15:04Z07:00"} {
		if t, err = time.Parse(layout, text); err == nil {
			if _, offset := t.Zone(); offset < -12*3600 || offset > 14*3600 {
				return t, "", invalid(field, "has an offset that no place on earth has", text, "an offset from -12:00 to +14:00")
			}
			return t, "", checkYear(field, t)
		}
	}
	hours := int(math.Round(lon / 15))
	zone := time.FixedZone(fmt.Sprintf("UTC%+03d:00", hours), hours*3600)
	for _, layout := range localLayouts {
		if t, err = time.ParseInLocation(layout, text, zone); err == nil {
			return t, zone.String(), checkYear(field, t)
		}
	}
	return t, "", invalid(field, "is no ISO 8601 date and time", text, "one such as 2026-11-30T14:20:00-05:00")
}

func checkYear(field string, t time.Time) error {
	if y := t.Year(); y < firstYear || y > lastYear {
		return invalid(field, "lies too far away in time", t.Format(time.RFC3339), fmt.Sprintf("a year from %d to %d", firstYear, lastYear))
	}
	return nil
}
