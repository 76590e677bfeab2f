package tools

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/footstepd/footstepd/internal/geocode"
)

// joiners are what stands between what is looked for and where, in the languages of the categories: "cafe
// in Newark". Longer ones come before those that they hold.
var joiners = func() []string {
	var out []string
	for joiner := range strings.SplitSeq(`close to|next to|near|around|in|at|by|in der nähe von|in der nähe vom|in der naehe von|nahe bei|nahe|bei|rund um|in
		|près de|près du|pres de|à côté de|autour de|dans|à|a|cerca de|cerca del|junto a|en|vicino a|vicino al|vicino alla|nei pressi di|dicht bij|nabij|bij
		|w pobliżu|blisko|koło|kolo|obok|przy|w|we|na|perto de|perto do|perto da|junto a|em|no|na|i nærheden af|i nærheten av|i närheten av|tæt på|nær|naer|ved|vid|nära|nara|på|i
		|lähellä|lahella|lähistöllä|poblíž|pobliz|blízko|blizko|nedaleko|vedle|u|v|ve`, "|") {
		out = append(out, " "+strings.TrimSpace(joiner)+" ")
	}
	out = append(out, ", ")
	slices.SortStableFunc(out, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
	return slices.Compact(out)
}()

// whatWhere is a reading of a query as what is looked for and where.
type whatWhere struct {
	what, where string
	joined      bool // by a joiner; else the words only follow each other
}

// maxReadings bounds the readings of a query that are tried.
const maxReadings = 12

// readings returns how a query may part in what and where, the likeliest first.
func readings(query string) []whatWhere {
	var out []whatWhere
	add := func(what, where string, joined bool) {
		r := whatWhere{strings.TrimSpace(what), strings.TrimSpace(where), joined}
		if r.what != "" && r.where != "" && len(out) < maxReadings && !slices.Contains(out, r) {
			out = append(out, r)
		}
	}
	lower := strings.ToLower(query)
	if len(lower) == len(query) { // else offsets in one are none in the other
		for _, joiner := range joiners {
			if i := strings.LastIndex(lower, joiner); i > 0 {
				add(query[:i], query[i+len(joiner):], true)
			}
		}
	}
	words := strings.Fields(query)
	for i := 1; i < len(words) && i <= 3; i++ {
		add(strings.Join(words[:i], " "), strings.Join(words[i:], " "), false)
		add(strings.Join(words[len(words)-i:], " "), strings.Join(words[:len(words)-i], " "), false)
	}
	return out
}

// findIn reads a query such as "cafe in Newark" or "pharmacy Dover" where nothing else says where to look.
// It returns nil when it is not of that form, and nothing found when it says a category and a place that
// has none of it.
func (c *call) findIn(ctx context.Context, q geocode.FindQuery) (*foundAll, string, error) {
	var none *foundAll
	var noneIn string
	for _, r := range readings(q.Text) {
		places, _, _, err := c.searchAll(ctx, geocode.Query{Text: r.where, Focus: q.Near, Size: 1, Language: q.Language})
		if err != nil {
			return nil, "", err
		}
		if len(places) == 0 || places[0].Confidence < strong {
			continue
		}
		p, part := &places[0], q
		area := p.Bound != nil && p.Type != geocode.Street && p.Type != geocode.Venue
		if !r.joined && p.Type != geocode.Locality && p.Type != geocode.Neighbourhood && p.Type != geocode.Postcode && p.Type != geocode.County {
			continue
		}
		part.Text, part.Near = r.what, &p.Point
		// In the area first, then around its middle.
		for _, inside := range []bool{true, false} {
			if part.Bound, part.Radius = nil, defaultRadius; inside {
				part.Bound, part.Radius = p.Bound, 0
			}
			if inside && !area {
				continue
			}
			found, err := c.findAll(ctx, c.regions, part)
			if err != nil {
				return nil, "", err
			}
			where := "in or near " + envelope.Clean(cmp.Or(p.Label, p.Name), 80)
			if found.Total > 0 && (found.Category != "" || r.joined && found.sure()) {
				return found, where, nil
			}
			if none == nil && r.joined && found.Total == 0 && found.Category != "" {
				none, noneIn = found, where
			}
		}
	}
	return none, noneIn, nil
}
