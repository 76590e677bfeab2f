package tools

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/routing"
)

func checkAlternates(a *GetDirectionsArgs) error {
	switch {
	case a.Alternates < 0 || a.Alternates > routing.MaxAlternates:
		return invalid("alternates", "is out of range", a.Alternates, fmt.Sprintf("0 to %d", routing.MaxAlternates))
	case a.Alternates > 0 && len(a.Locations) > 2:
		return invalid("alternates", "can be asked for between two stops only", a.Alternates, "0, or a call for each leg")
	}
	return nil
}

// alternateColor is the colour recommended for routes beside the best one.
const alternateColor = "#80868b"

// alternates adds the other ways of a trip, and their layers below that of the best one.
func (c *call) alternates(t *trip, narrative bool) {
	rows := make([]*RouteRow, len(t.route.Alternates))
	for i := range t.route.Alternates {
		other := t.of(&t.route.Alternates[i])
		rows[i] = other.row(c, narrative)
		what := fmt.Sprintf("Alternative %d: %s in %s", i+1, c.flags.Units.Distance(other.route.Distance), envelope.Duration(other.route.Duration))
		if streets := other.mainStreets(2); len(streets) > 0 {
			what += " by " + list(streets)
		}
		c.Line("%s", what)
	}
	for i := len(rows) - 1; i >= 0; i-- {
		other := t.of(&t.route.Alternates[i])
		c.drawTrip(fmt.Sprintf("Alternative %d", i+1), other, &envelope.ColorHint{Color: alternateColor})
	}
	if len(rows) == 0 {
		c.Line("No other way is worth offering: all are much longer, much the same, or detours.")
	}
	c.Set("alternates", rows)
}
