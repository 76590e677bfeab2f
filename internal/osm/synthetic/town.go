package synthetic

import (
	"math"
	"math/rand/v2"
	"strconv"

	"github.com/paulmach/osm"
)

// town is a grid of streets in the middle of a district.
type town struct {
	streets int // in each direction
	x, y    float64
	block   float64 // metres from street to street
	name    string
	place   string
}

// sizes are the towns there are, from hamlet to city: mostly small ones.
var sizes = []struct {
	streets int
	place   string
}{{5, "hamlet"}, {8, "village"}, {8, "village"}, {12, "village"}, {12, "village"}, {18, "town"}, {24, "town"}, {40, "city"}}

func (w *World) townOf(index int) town {
	r := w.random(index, forTown)
	size := sizes[r.IntN(len(sizes))]
	t := town{streets: size.streets, place: size.place, block: 80 + 30*r.Float64(), name: townName(r)}
	t.x = (float64(index%w.side)+0.5)*districtMetres + 400*(r.Float64()-0.5)
	t.y = (float64(index/w.side)+0.5)*districtMetres + 400*(r.Float64()-0.5)
	if w.houses > 0 {
		t.name += " " + townName(w.random(index, forHouses))
	}
	return t
}

// half is half the width of the town.
func (t *town) half() float64 { return t.block * float64(t.streets-1) / 2 }

// corner is where two streets meet, before it is shifted.
func (t *town) corner(column, row int) (x, y float64) {
	return t.x - t.half() + float64(column)*t.block, t.y - t.half() + float64(row)*t.block
}

// gate is where the main road leaves the town on a side.
func (t *town) gate(side int) (x, y float64) {
	middle, last := t.streets/2, t.streets-1
	switch side {
	case east:
		return t.corner(last, middle)
	case north:
		return t.corner(middle, last)
	case west:
		return t.corner(0, middle)
	}
	return t.corner(middle, 0)
}

// artery tells whether a street is one of the greater ones, at whose crossings ways begin and end.
func (t *town) artery(street int) bool { return street == t.streets/2 || street%6 == 3 }

// Shares of what happens to streets.
const (
	missingBlocks = 0.08
	onewayStreets = 0.12
	stubs         = 0.5
	bans          = 0.2
)

// buildTown adds the streets, the houses and the place itself.
func (d *district) buildTown() {
	t, r := &d.town, d.w.random(d.index, forStreets)
	d.add(t.x+7, t.y+7, tags("place", t.place, "name", t.name, "population", strconv.Itoa(30*t.streets*t.streets)))
	first := int32(len(d.nodes))
	for row := range t.streets {
		for column := range t.streets {
			x, y := t.corner(column, row)
			var signals osm.Tags
			if t.artery(row) && t.artery(column) {
				signals = tags("highway", "traffic_signals")
			}
			gate := row == t.streets/2 && (column == 0 || column == t.streets-1) || column == t.streets/2 && (row == 0 || row == t.streets-1)
			if !gate {
				x, y = x+20*(r.Float64()-0.5), y+20*(r.Float64()-0.5)
			}
			d.add(x, y, signals)
		}
	}
	corner := func(column, row int) int32 { return first + int32(row*t.streets+column) }
	middle, last := t.streets/2, t.streets-1
	d.gates = [4]int32{corner(last, middle), corner(middle, last), corner(0, middle), corner(middle, 0)}

	inRows := d.w.random(d.index, forHouses)
	begins, ends := map[[3]int]int32{}, map[[3]int]int32{} // way that begins or ends at a crossing, by direction
	for direction := range 2 {
		for street := range t.streets {
			at := func(k int) (column, row int) {
				if direction == 0 {
					return k, street
				}
				return street, k
			}
			look, name := t.look(r, direction, street)
			var chain []ref
			from := 0
			flush := func(k int) {
				if len(chain) > 1 {
					index := d.lay(chain, look)
					a, b := [3]int{direction}, [3]int{direction}
					a[1], a[2] = at(from)
					b[1], b[2] = at(k)
					begins[a], ends[b] = index, index
				}
				chain, from = nil, k
			}
			for k := range t.streets {
				here := corner(at(k))
				chain = append(chain, own(here))
				if k == last {
					flush(k)
					break
				}
				if t.artery(k) && k > 0 {
					flush(k)
					chain = append(chain, own(here))
				}
				a, b := d.nodes[here], d.nodes[corner(at(k+1))]
				chain = d.bend(r, chain, a.x, a.y, b.x, b.y, 2, 6)
				d.house(r, t, name, &a, &b, 2*k+1)
				d.rows(inRows, t, name, &a, &b, 100*(k+1))
				d.stub(r, here, &a)
				if street != middle && r.Float64() < missingBlocks {
					chain = chain[:len(chain)-2] // of the block that is left out
					flush(k)
					chain, from = nil, k+1
				}
			}
		}
	}
	for row := range t.streets {
		for column := range t.streets {
			if !t.artery(row) || !t.artery(column) || r.Float64() >= bans {
				continue
			}
			from, ok := ends[[3]int{0, column, row}]
			to, also := begins[[3]int{1, column, row}]
			if ok && also {
				d.bans = append(d.bans, ban{from, corner(column, row), to, "no_left_turn"})
			}
		}
	}
}

// look returns the tags of a street.
func (t *town) look(r *rand.Rand, direction, street int) (osm.Tags, string) {
	name := streetName(r, direction, street)
	oneway := r.Float64() < onewayStreets
	switch {
	case street == t.streets/2:
		return tags("highway", "primary", "name", "Main Street", "maxspeed", "50", "lanes", "2"), "Main Street"
	case t.artery(street):
		return tags("highway", "secondary", "name", name, "maxspeed", "50"), name
	case oneway:
		return tags("highway", "residential", "name", name, "maxspeed", "30", "oneway", "yes"), name
	}
	return tags("highway", "residential", "name", name, "maxspeed", "30"), name
}

// house adds a house beside a block.
func (d *district) house(r *rand.Rand, t *town, street string, a, b *node, number int) {
	s := 0.2 + 0.6*r.Float64()
	x, y := a.x+s*(b.x-a.x), a.y+s*(b.y-a.y)
	house := tags("addr:housenumber", strconv.Itoa(number), "addr:street", street, "addr:city", t.name)
	if r.IntN(12) == 0 {
		house = with(house, "amenity", amenities[r.IntN(len(amenities))], "name", townName(r)+" "+street)
	}
	d.add(x+15, y+15, house)
}

// rows adds the rows of houses on both sides of a block, numbered from a hundred on.
func (d *district) rows(r *rand.Rand, t *town, street string, a, b *node, first int) {
	dx, dy := b.x-a.x, b.y-a.y
	length := math.Max(1, math.Hypot(dx, dy))
	for i := range 2 * d.w.houses {
		s, off := (float64(i/2)+0.5+0.3*r.Float64())/float64(d.w.houses), 12+6*r.Float64()
		if i%2 == 1 {
			off = -off
		}
		number := strconv.Itoa(first + i)
		if r.IntN(10) == 0 {
			number += string(rune('a' + r.IntN(4)))
		}
		house := tags("addr:housenumber", number, "addr:street", street, "addr:city", t.name, "addr:postcode", strconv.Itoa(10_000+d.index))
		if r.IntN(20) == 0 {
			house = with(house, "amenity", amenities[r.IntN(len(amenities))], "name", townName(r)+" "+townName(r))
		}
		d.add(a.x+s*dx-off*dy/length, a.y+s*dy+off*dx/length, house)
	}
}

var amenities = []string{"restaurant", "cafe", "pharmacy", "school", "bank", "fuel", "place_of_worship", "library"}

// stub adds a short way into a block.
func (d *district) stub(r *rand.Rand, from int32, a *node) {
	if r.Float64() >= stubs {
		return
	}
	kind := tags("highway", []string{"service", "service", "footway", "path", "cycleway"}[r.IntN(5)])
	dx, dy := 20+20*r.Float64(), 20+20*r.Float64()
	d.lay([]ref{own(from), own(d.add(a.x+dx/2, a.y+dy/3, nil)), own(d.add(a.x+dx, a.y+dy, nil))}, kind)
}

var (
	heads = []string{"Al", "Bar", "Cor", "Dun", "Esk", "Fal", "Gor", "Hal", "Ing", "Kel", "Lar", "Mar", "Nor", "Oak", "Pen", "Ros", "Sel", "Tor", "Ul", "Wen"}
	tails = []string{"bury", "by", "combe", "den", "field", "ford", "gate", "ham", "lea", "mere", "more", "mouth", "port", "stead", "ton", "wick"}
	trees = []string{"Acacia", "Alder", "Ash", "Beech", "Birch", "Cedar", "Cherry", "Elm", "Fir", "Hazel", "Holly", "Larch", "Lime", "Maple", "Pine", "Poplar", "Rowan", "Willow"}
)

func townName(r *rand.Rand) string {
	return heads[r.IntN(len(heads))] + tails[r.IntN(len(tails))]
}

// streetName names a street: streets of one direction are numbered, those of the other carry trees.
func streetName(r *rand.Rand, direction, street int) string {
	if direction == 0 {
		return strconv.Itoa(street+1) + ". Street"
	}
	return trees[r.IntN(len(trees))] + " " + []string{"Avenue", "Lane", "Road"}[street%3]
}
