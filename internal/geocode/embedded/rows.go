package embedded

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode"
	"github.com/footstepd/footstepd/internal/geocode/admin"
	"github.com/footstepd/footstepd/internal/geocode/index"
	"github.com/footstepd/footstepd/internal/geocode/query"
	"github.com/footstepd/footstepd/internal/geocode/reverse"
	"github.com/footstepd/footstepd/internal/geocode/text"
	"github.com/paulmach/orb"
)

// surroundings are the areas that fill the fields of a row.
type surroundings struct {
	country admin.Country
	links   []index.Link
}

// around returns the areas that contain a point: what a doc's chain is, but for any point.
func (g *Geocoder) around(p orb.Point) *surroundings {
	s := &surroundings{}
	at := geo.ToFixed(orb.Point{geo.NormalizeLon(p[0]), p[1]})
	var best [admin.NumRoles]index.Doc
	var sizes [admin.NumRoles]float64
	var levels [admin.NumRoles]int
	var d index.Details
	g.x.Containing(at, func(area index.Doc) bool {
		g.x.Facts(area, &d)
		size := (float64(d.Box.MaxLon) - float64(d.Box.MinLon)) * (float64(d.Box.MaxLat) - float64(d.Box.MinLat))
		if r := d.Role; d.Level != index.UnnamedLevel && r > 0 && r < admin.NumRoles && (sizes[r] == 0 || d.Level > levels[r] || d.Level == levels[r] && size < sizes[r]) {
			best[r], sizes[r], levels[r] = area, size, d.Level
		}
		return true
	})
	for r := admin.NumRoles - 1; r > 0; r-- {
		if sizes[r] > 0 {
			s.links = append(s.links, index.Link{Role: r, Area: best[r]})
			if c := g.x.CountryOf(g.x.Record(best[r]).Chain()); s.country == 0 {
				s.country = c
			}
		}
	}
	return s
}

// fill sets the area fields of a row.
func (g *Geocoder) fill(p *geocode.Place, s *surroundings, language string) {
	for _, l := range s.links {
		name := g.areas.of(l.Area, language, g.docName)
		switch l.Role {
		case admin.RegionRole:
			p.Region = name
		case admin.CountyRole:
			p.County = name
		case admin.LocalityRole:
			p.Locality = name
		case admin.DistrictRole:
			p.District = name
		case admin.NeighbourhoodRole:
			p.Neighbourhood = name
		case admin.PostcodeRole:
			p.Postcode = name
		}
	}
	if s.country != 0 {
		p.CountryCode = s.country.Alpha3()
		p.Country = s.country.Name(language)
	}
}

// docName returns the name of a doc in a language, the local one where there is none.
func (g *Geocoder) docName(doc index.Doc, language string) string {
	r := g.x.Record(doc)
	if language != "" {
		if n, ok := translated(g.x.Details(doc).Variants, language); ok {
			return g.x.Text(n)
		}
	}
	return g.x.Text(r.Name)
}

// translated picks the name in a language, also by its primary tag.
func translated(list []index.Variant, language string) (index.Name, bool) {
	primary, _, _ := strings.Cut(language, "-")
	for _, want := range []string{"name:" + language, "name:" + primary} {
		for _, v := range list {
			if strings.EqualFold(v.Kind, want) {
				return v.Name, true
			}
		}
	}
	return 0, false
}

// docPlace makes the row of a doc.
func (g *Geocoder) docPlace(doc index.Doc, language string) geocode.Place {
	return g.labelled(g.docRow(doc, language))
}

// labelled returns a row with its label.
func (g *Geocoder) labelled(p geocode.Place, country admin.Country) geocode.Place {
	g.label(&p, country)
	return p
}

// docRow makes the row of a doc but for its label, and tells its country.
func (g *Geocoder) docRow(doc index.Doc, language string) (geocode.Place, admin.Country) {
	r := g.x.Record(doc)
	var d index.Details
	g.x.FactsAndWords(doc, &d)
	p := geocode.Place{
		ID: g.x.Key(doc).String(), Name: g.docName(doc, language), Point: r.At.Point(), Type: r.Kind().Type(),
		Category: d.Category, MatchLevel: levelOf(r.Kind()), Confidence: 1,
	}
	if d.HasBox {
		p.Bound = bound(d.Box)
	}
	s := &surroundings{}
	s.links, s.country = g.x.Chain(make([]index.Link, 0, admin.NumRoles), r.Chain())
	g.fill(&p, s, language)
	switch r.Kind() {
	case index.Street:
		p.Street = p.Name
		if len(d.Postcodes) == 1 && p.Postcode == "" {
			p.Postcode = g.x.Text(d.Postcodes[0])
		}
		if len(d.Cities) > 0 && p.Locality == "" {
			p.Locality = g.x.Text(d.Cities[0])
		}
	case index.Venue:
		p.Street, p.HouseNumber = g.x.Text(d.Street), d.Number
		if d.Postcode != index.NoName {
			p.Postcode = g.x.Text(d.Postcode)
		}
		if d.City != index.NoName {
			p.Locality = g.x.Text(d.City)
		}
	case index.Postcode:
		p.Postcode = p.Name
	case index.Neighbourhood:
		if d.Role == admin.DistrictRole {
			p.District = p.Name
		} else {
			p.Neighbourhood = p.Name
		}
	case index.Locality:
		p.Locality = p.Name
	case index.County:
		p.County = p.Name
	case index.Region:
		p.Region = p.Name
	case index.Country:
		p.Country = p.Name
	}
	return p, s.country
}

// addressPlace makes the row of a house.
func (g *Geocoder) addressPlace(a *index.Address, language string) geocode.Place {
	return g.labelled(g.addressRow(a, language))
}

// addressRow makes the row of a house but for its label, and tells its country.
func (g *Geocoder) addressRow(a *index.Address, language string) (geocode.Place, admin.Country) {
	p, country := g.docRow(a.Street, language)
	p.ID, p.Type, p.MatchLevel, p.Category = g.x.HouseKey(a.ID).String(), geocode.Address, geocode.Exact, ""
	p.Point, p.Bound = a.At.Point(), nil
	p.HouseNumber = a.Number()
	if a.Postcode == index.NoName && len(g.x.Details(a.Street).Postcodes) > 0 {
		p.Postcode = g.areaPostcode(a.Street) // that of other houses in the street may be another
	}
	switch {
	case a.Written != index.NoName:
		p.Street = g.x.Text(a.Written)
	case p.Street == "":
		p.Street = p.Name // a village that numbers its houses
	}
	if a.Postcode != index.NoName {
		p.Postcode = g.x.Text(a.Postcode)
	}
	if a.City != index.NoName {
		p.Locality = g.x.Text(a.City)
	}
	nameHouse(&p, country)
	return p, country
}

// areaPostcode returns the name of the postcode area that a doc lies in, "" when none is mapped.
func (g *Geocoder) areaPostcode(doc index.Doc) string {
	links, _ := g.x.Chain(nil, g.x.Record(doc).Chain())
	for _, l := range links {
		if l.Role == admin.PostcodeRole {
			return g.x.Text(g.x.Record(l.Area).Name)
		}
	}
	return ""
}

// nameHouse gives a house its name.
func nameHouse(p *geocode.Place, country admin.Country) {
	p.Name = admin.Address{HouseNumber: p.HouseNumber, Street: p.Street, Country: country}.Label()
}

// betweenPlace makes the row of a house that was placed between two others.
func (g *Geocoder) betweenPlace(street index.Doc, b *index.Between, language string) geocode.Place {
	return g.labelled(g.betweenRow(street, b, language))
}

// betweenRow makes its row but for the label, and tells its country.
func (g *Geocoder) betweenRow(street index.Doc, b *index.Between, language string) (geocode.Place, admin.Country) {
	p, country := g.docRow(street, language)
	p.ID, p.Type, p.MatchLevel = query.BetweenID(g.x, street, b.Number), geocode.Address, geocode.Interpolated
	p.HouseNumber, p.Point, p.Bound = b.Number, b.At.Point(), nil
	if b.Postcode != index.NoName {
		p.Postcode = g.x.Text(b.Postcode)
	}
	if b.City != index.NoName {
		p.Locality = g.x.Text(b.City)
	}
	if p.Street == "" {
		p.Street = p.Name
	}
	nameHouse(&p, country)
	return p, country
}

// hitPlace makes the row of a search hit.
func (g *Geocoder) hitPlace(h *query.Hit, language string) geocode.Place {
	var p geocode.Place
	switch {
	case h.Cross != nil:
		p = g.crossPlace(h.Cross, language)
	case h.Near != nil:
		p = g.nearPlace(h.Near, language)
	case h.Address != nil:
		p = g.addressPlace(h.Address, language)
	case h.Between != nil:
		p = g.betweenPlace(h.Doc, h.Between, language)
	default:
		p = g.docPlace(h.Doc, language)
		p.Point = h.At.Point() // of a long street, where the text looks for it
	}
	p.MatchLevel, p.Confidence, p.Misspelt = h.Level, h.Confidence, h.Misspelt()
	if other, ok := h.OtherName(g.x); ok {
		p.Label = alsoCalled(p.Label, cmp.Or(p.Street, p.Name), p.Name, other)
	}
	return p
}

// alsoCalled puts the further name by which a place was found behind its name in a label, where it
// is more than another form of it.
func alsoCalled(label, street, name, other string) string {
	other = strings.Trim(other, "()[] ")
	for _, known := range []string{name, street} {
		if known == "" || sameWords(known, other) {
			return label
		}
	}
	for _, known := range []string{name, street} {
		if i := strings.Index(label, known); i >= 0 {
			i += len(known)
			return label[:i] + " (" + other + ")" + label[i:]
		}
	}
	return label
}

// sameWords tells whether two names have the same words but for short forms.
func sameWords(a, b string) bool {
	return slices.EqualFunc(text.Split(nil, a), text.Split(nil, b), func(a, b text.Atom) bool { return text.Equivalent(a.Text, b.Text) })
}

// reversePlace makes the row of a reverse hit; its areas are those around the point asked for.
func (g *Geocoder) reversePlace(h *reverse.Hit, around *surroundings, language string) geocode.Place {
	var p geocode.Place
	var country admin.Country
	switch {
	case h.Address != nil:
		p, country = g.addressRow(h.Address, language)
	case h.Between != nil:
		p, country = g.betweenRow(h.Doc, h.Between, language)
	case h.Cross != nil:
		return g.crossPlace(h.Cross, language)
	default:
		p, country = g.docRow(h.Doc, language)
	}
	if h.Long() {
		p.Point = h.At.Point()
	}
	if !g.x.Record(h.Doc).Kind().Area() || h.Address != nil || h.Between != nil {
		g.fill(&p, around, language)
		if country = around.country; country == 0 {
			country = admin.ParseCountry(p.CountryCode)
		}
	}
	return g.labelled(p, country)
}

// label writes the label of a row.
func (g *Geocoder) label(p *geocode.Place, country admin.Country) {
	a := admin.Address{
		Country: country, Neighbourhood: p.Neighbourhood, Locality: p.Locality, County: p.County, Region: p.Region, Postcode: p.Postcode,
	}
	if r := admin.RegionOf(country, p.Region); r != nil {
		a.RegionCode = r.Codes[0]
	}
	switch p.Type {
	case geocode.Address:
		a.Street, a.HouseNumber, a.Neighbourhood = p.Street, p.HouseNumber, ""
	case geocode.Street:
		a.Street = p.Street
		if p.Locality != "" {
			a.Neighbourhood = ""
		}
	case geocode.Venue:
		a.Name, a.Street, a.HouseNumber, a.Neighbourhood = p.Name, p.Street, p.HouseNumber, ""
	case geocode.Intersection:
		a.Name = p.Name
		if p.Locality != "" {
			a.Neighbourhood = ""
		}
	case geocode.Neighbourhood:
		a.Postcode = ""
		a.Neighbourhood = p.Name
	case geocode.Postcode:
		a.Name, a.Neighbourhood, a.Postcode = p.Name, "", ""
	case geocode.Locality:
		a.Postcode, a.Neighbourhood = "", ""
		a.Locality = p.Name
	case geocode.County:
		a = admin.Address{Country: country, Name: p.Name, Region: p.Region, RegionCode: a.RegionCode}
	default:
		a = admin.Address{Country: country, Name: p.Name}
		if p.Type == geocode.Region {
			a.CountryName = p.Country
		}
	}
	p.Label = a.Label()
}

func levelOf(k index.Kind) geocode.MatchLevel {
	switch k {
	case index.Street:
		return geocode.StreetLevel
	case index.Postcode:
		return geocode.PostcodeLevel
	case index.Venue:
		return geocode.Exact
	case index.County, index.Region, index.Country:
		return geocode.AdminLevel
	}
	return geocode.PlaceLevel
}

func bound(b geo.Box) *orb.Bound {
	return &orb.Bound{Min: geo.Fixed{Lon: b.MinLon, Lat: b.MinLat}.Point(), Max: geo.Fixed{Lon: b.MaxLon, Lat: b.MaxLat}.Point()}
}

func quoted(words []string) string {
	for i, w := range words {
		words[i] = strconv.Quote(w)
	}
	return strings.Join(words, ", ")
}

// crossPlace makes the row of a crossing.
func (g *Geocoder) crossPlace(c *query.Crossing, language string) geocode.Place {
	p, country := g.docRow(c.Streets[0], language)
	other := g.docName(c.Streets[1], language)
	p.ID, p.Type, p.MatchLevel, p.Point, p.Bound = c.ID(g.x), geocode.Intersection, geocode.IntersectionLevel, c.At.Point(), nil
	p.Name, p.Street = p.Name+" & "+other, ""
	g.label(&p, country)
	return p
}

// nearPlace makes the row of a street where it comes nearest to something.
func (g *Geocoder) nearPlace(a *query.Approach, language string) geocode.Place {
	p := g.docPlace(a.Street, language)
	p.ID, p.Point, p.Bound = a.ID(g.x), a.At.Point(), nil
	p.Name += " near " + g.docName(a.Other, language)
	street := p.Street
	p.Street = p.Name
	g.label(&p, g.x.CountryOf(g.x.Record(a.Street).Chain()))
	p.Street = street
	return p
}

// madePlace returns the crossing or the house between two others with an id, nil when there is none.
func (g *Geocoder) madePlace(id, language string) *geocode.Place {
	if c := query.FindCrossing(g.x, id); c != nil {
		p := g.crossPlace(c, language)
		return &p
	}
	if a := query.FindApproach(g.x, id); a != nil {
		p := g.nearPlace(a, language)
		return &p
	}
	if street, b, ok := query.FindBetween(g.x, id); ok {
		p := g.betweenPlace(street, &b, language)
		return &p
	}
	return nil
}
