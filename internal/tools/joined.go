package tools

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/paulmach/orb"
)

// home is a region in which a location lies.
type home struct {
	region *Region
	point  orb.Point
	label  string // of the place that an id or a text stands for
	sure   float64
}

// joined returns those of the regions in which all locations lie. An id lies in the regions that hold
// it, and a text in those where it matches best or strongly: a weak match in one region is no
// place to go when the text is well known in another. Locations that are found nowhere lie
// everywhere, so that the search in a region can say what is wrong.
func (c *call) joined(ctx context.Context, regions []*Region, args []argument, points []orb.Point, words []string) ([]*Region, error) {
	if len(c.regions) < 2 || !slices.ContainsFunc(words, func(text string) bool { return text != "" }) {
		return regions, nil
	}
	homes := make([][]home, len(args))
	for i, text := range words {
		var err error
		switch {
		case text == "":
			homes[i] = c.homesOfPoint(points[i])
		case isID(text):
			homes[i], err = c.homesOfID(ctx, text)
		default:
			homes[i], err = c.homesOfText(ctx, text)
		}
		if err != nil {
			return nil, err
		}
	}
	left := regions
	for _, h := range homes {
		if len(h) > 0 {
			left = slices.DeleteFunc(slices.Clone(left), func(r *Region) bool {
				return !slices.ContainsFunc(h, func(h home) bool { return h.region == r })
			})
		}
	}
	if len(left) > 0 {
		return left, nil
	}
	return nil, c.apart(args, homes)
}

func (c *call) homesOfPoint(p orb.Point) (homes []home) {
	for _, r := range c.regions {
		if r.contains(p) {
			homes = append(homes, home{region: r, point: p})
		}
	}
	return homes
}

func (c *call) homesOfID(ctx context.Context, id string) (homes []home, err error) {
	for _, r := range c.regions {
		place, err := r.Geocoder.Place(ctx, id, c.flags.Language)
		if err != nil {
			return nil, fmt.Errorf("place in region %s: %w", r.Name, err)
		}
		if place != nil {
			homes = append(homes, home{r, place.Point, place.Label, 1})
		}
	}
	return homes, nil
}

// homesOfText returns the regions of a text, the surest first.
func (c *call) homesOfText(ctx context.Context, text string) (homes []home, err error) {
	for _, r := range c.regions {
		found, err := r.Geocoder.Search(ctx, geocode.Query{Text: text, Size: 1, Language: c.flags.Language})
		if err != nil {
			return nil, fmt.Errorf("search in region %s: %w", r.Name, err)
		}
		if len(found.Places) == 0 {
			continue
		}
		if weak, _ := guessed(text, found); !weak {
			p := &found.Places[0]
			homes = append(homes, home{r, p.Point, p.Label, p.Confidence})
		}
	}
	slices.SortStableFunc(homes, func(a, b home) int { return cmp.Compare(b.sure, a.sure) })
	return slices.DeleteFunc(homes, func(h home) bool {
		return h.sure < strong && h.sure < homes[0].sure-sameConfidence
	}), nil
}

// apart says that locations lie in different regions, and in which.
func (c *call) apart(args []argument, homes [][]home) error {
	var where []string
	var last orb.Point
	for i, h := range homes {
		if len(h) == 0 {
			continue
		}
		what := args[i].field
		if h[0].label != "" {
			what += fmt.Sprintf(" (%s)", envelope.Clean(h[0].label, 80))
		}
		where = append(where, fmt.Sprintf("%s lies in %s", what, h[0].region.Name))
		last = h[0].point
	}
	if n := len(where); n > maxApart {
		where = append(where[:maxApart], fmt.Sprintf("%d locations more", n-maxApart))
	}
	return c.notJoined(where, last)
}

// maxApart bounds the locations that a message lists.
const maxApart = 6

// notJoined says that no region holds all locations.
func (c *call) notJoined(where []string, at orb.Point) error {
	return &envelope.Error{
		Code: envelope.OutOfBounds,
		Message: fmt.Sprintf("no single region holds all locations: %s. Regions are not joined; import one region that covers them all, or ask for each part on its own",
			strings.Join(slices.Compact(where), ", ")),
		Details: boundsDetails{envelope.Position(at), c.bounds()},
	}
}
