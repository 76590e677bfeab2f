package index

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/geocode/packed"
	"github.com/footstepd/footstepd/internal/region"
)

// Check opens the index of a region file and reads all of it: every number must lie in its range,
// every record must end where it should, and what is sorted must be in order.
func Check(ctx context.Context, f *region.File) error {
	x, err := Open(f)
	if err != nil {
		return err
	}
	for _, check := range []func(context.Context) error{x.checkTerms, x.checkNames, x.checkDocs, x.checkShapes, x.checkAddresses, x.checkRanges} {
		if err := check(ctx); err != nil {
			return fmt.Errorf("index: %w", err)
		}
	}
	return nil
}

// every calls f for 0 to n-1 and looks at the context from time to time.
func every(ctx context.Context, n int, f func(i uint32) error) error {
	for i := range n {
		if i%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		if err := f(uint32(i)); err != nil {
			return err
		}
	}
	return nil
}

func (x *Index) checkTerms(ctx context.Context) (err error) {
	defer func() {
		if damaged(recover()) { // the decoder trusts its input
			err = errDictionary
		}
	}()
	n := uint64(0)
	it, err := x.fst.Iterator(nil, nil)
	for ; err == nil; err = it.Next() {
		if n%4096 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		word, v := it.Current()
		if v != n {
			return fmt.Errorf("term %q has number %d, want %d", word, v, n)
		}
		n++
	}
	if n != uint64(x.Terms()) {
		return fmt.Errorf("dictionary holds %d terms, want %d", n, x.Terms())
	}
	var list []Name
	var seq []Term
	return every(ctx, x.Terms(), func(t uint32) error {
		names := x.List(Term(t))
		list = names.Append(list[:0])
		if len(list) != names.Len() || !slices.IsSorted(list) {
			return fmt.Errorf("names of term %d are cut short or out of order", t)
		}
		for _, name := range list {
			if seq = x.Sequence(seq[:0], name); !slices.Contains(seq, Term(t)) {
				return fmt.Errorf("term %d is not in name %d", t, name)
			}
		}
		return nil
	})
}

func (x *Index) checkNames(ctx context.Context) error {
	var last, seq []Term
	return every(ctx, x.Names(), func(i uint32) error {
		seq = x.Sequence(seq[:0], Name(i))
		if len(seq) == 0 || slices.Compare(last, seq) > 0 {
			return fmt.Errorf("name %d is empty or out of order", i)
		}
		for _, t := range seq {
			if int(t) >= x.Terms() {
				return fmt.Errorf("name %d has term %d of %d", i, t, x.Terms())
			}
		}
		last, seq = seq, last
		if x.Text(Name(i)) == "" {
			return fmt.Errorf("name %d has no text", i)
		}
		var err error
		before := -1
		x.Docs(Name(i), func(doc Doc, _ bool) bool {
			if int(doc) >= x.Len() || int(doc) <= before {
				err = fmt.Errorf("name %d has doc %d of %d behind doc %d", i, doc, x.Len(), before)
			}
			before = int(doc)
			return err == nil
		})
		return err
	})
}

func (x *Index) checkDocs(ctx context.Context) error {
	var links []Link
	name := func(n Name) bool { return n == NoName || int(n) < x.Names() }
	last := Key(0)
	return every(ctx, x.Len(), func(i uint32) error {
		r, d, k := x.Record(Doc(i)), x.Details(Doc(i)), x.Key(Doc(i))
		switch {
		case r.Kind() >= numKinds || int(r.Name) >= x.Names() || !onEarth(r.At):
			return fmt.Errorf("record of doc %d is out of range: %s, kind %d, name %d of %d, at %v", i, k, r.Kind(), r.Name, x.Names(), r.At)
		case !name(d.Street) || !name(d.City) || !name(d.Postcode) || slices.ContainsFunc(slices.Concat(d.Cities, d.Postcodes), func(n Name) bool { return !name(n) }):
			return fmt.Errorf("details of doc %d are out of range", i)
		case slices.ContainsFunc(d.Variants, func(v Variant) bool { return !name(v.Name) || v.Name == NoName }):
			return fmt.Errorf("names of doc %d are out of range", i)
		case uint64(d.FirstBlock)+uint64(d.Blocks) > uint64(x.Blocks()):
			return fmt.Errorf("house numbers of doc %d are out of range", i)
		case x.details.at(i).bad:
			return fmt.Errorf("details of doc %d are cut short", i)
		case i > 0 && k <= last || k.String() == "":
			return fmt.Errorf("id of doc %d is out of order", i)
		}
		last = k
		if c := x.chains.data.at(r.Chain()); c.bad {
			return fmt.Errorf("doc %d has chain %d of %d", i, r.Chain(), x.chains.data.n)
		}
		country := x.CountryOf(r.Chain())
		if links, _ = x.Chain(links[:0], r.Chain()); slices.ContainsFunc(links, func(l Link) bool { return int(l.Area) >= x.Len() }) || !country.Valid() {
			return fmt.Errorf("chain %d is out of range", r.Chain())
		}
		for b := d.FirstBlock; b < d.FirstBlock+d.Blocks; b++ {
			if x.Block(b).Street != Doc(i) {
				return fmt.Errorf("block %d belongs to doc %d, not to doc %d", b, x.Block(b).Street, i)
			}
		}
		return nil
	})
}

func onEarth(p geo.Fixed) bool {
	return p.Lon >= -180*geo.Scale && p.Lon <= 180*geo.Scale && p.Lat >= -90*geo.Scale && p.Lat <= 90*geo.Scale
}

// checkShapes reads every leaf of the trees; its shapes must lie in its box.
func (x *Index) checkShapes(ctx context.Context) error {
	for _, t := range []struct {
		what string
		tree *leafTree
		read func(r *packed.Reader, doc Doc, f *frame, box geo.Box) bool
	}{
		{"streets", &x.streets, func(r *packed.Reader, _ Doc, f *frame, box geo.Box) bool {
			return inBox(readLine(r, nil, f.read(r)), box)
		}},
		{"venues", &x.venues, func(r *packed.Reader, doc Doc, f *frame, box geo.Box) bool {
			switch kind := ShapeKind(r.Bits(kindBits)); {
			case kind > RingShape:
				return false
			case kind == PointShape:
				return inBox([]geo.Fixed{x.Record(doc).At}, box)
			}
			return inBox(readLine(r, nil, f.read(r)), box)
		}},
		{"areas", &x.areas, func(r *packed.Reader, _ Doc, f *frame, _ geo.Box) bool {
			for rings := r.Count(countOrder); rings > 0 && !r.Bad(); rings-- {
				readRing(r, f)
			}
			return true
		}},
	} {
		boxes := t.tree.tree.Boxes()
		if err := every(ctx, len(boxes), func(i uint32) error {
			r, f := t.tree.leaf(i), frameOf(boxes[i])
			for n := r.Count(countOrder); n > 0; n-- {
				if doc := Doc(r.Bits(t.tree.docBits)); int(doc) >= x.Len() || !t.read(&r, doc, &f, boxes[i]) || r.Bad() {
					return fmt.Errorf("leaf %d of the %s is damaged", i, t.what)
				}
			}
			if r.Bad() || r.Pos() != uint64(t.tree.starts.At(i+1, 0)) {
				return fmt.Errorf("leaf %d of the %s does not end where it should", i, t.what)
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// inBox tells whether a shape has vertices, all within a box and the rounding of shapes.
func inBox(shape []geo.Fixed, box geo.Box) bool {
	box = geo.Box{MinLon: box.MinLon - shapeUnit, MinLat: box.MinLat - shapeUnit, MaxLon: box.MaxLon + shapeUnit, MaxLat: box.MaxLat + shapeUnit}
	return len(shape) > 0 && !slices.ContainsFunc(shape, func(p geo.Fixed) bool { return !box.Contains(p) })
}

func (x *Index) checkAddresses(ctx context.Context) error {
	found := 0
	var buf []geo.Fixed
	if err := every(ctx, x.Blocks(), func(i uint32) error {
		head, n, last := x.Block(i), 0, uint32(0)
		var err error
		buf = x.Addresses(i, buf, func(a *Address) bool {
			n++
			k := x.HouseKey(a.ID)
			switch b, id, ok := x.AddressOf(k); {
			case !ok || id != a.ID || k.String() == "":
				err = fmt.Errorf("house number %s of block %d cannot be found by its id", a.Number(), i)
			case b == i:
				found++
			}
			if a.Value < last || a.Value < head.First || a.Number() == "" || !onEarth(a.At) ||
				a.Postcode != NoName && int(a.Postcode) >= x.Names() || a.City != NoName && int(a.City) >= x.Names() {
				err = fmt.Errorf("house number %s is out of order or range", k)
			}
			last = a.Value
			return err == nil
		})
		if err == nil && n == 0 {
			err = fmt.Errorf("block %d of house numbers is empty", i)
		}
		return err
	}); err != nil {
		return err
	}
	if found != x.addresses.ids.Len() {
		return fmt.Errorf("%d house numbers have an id, want %d", found, x.addresses.ids.Len())
	}
	return nil
}

func (x *Index) checkRanges(ctx context.Context) error {
	lines := 0
	x.searchRanges(geo.Box{MinLon: math.MinInt32, MinLat: math.MinInt32, MaxLon: math.MaxInt32, MaxLat: math.MaxInt32}, nil, func(uint32, []geo.Fixed) bool {
		lines++
		return true
	})
	if lines != x.Ranges() {
		return fmt.Errorf("%d lines of house numbers, want %d", lines, x.Ranges())
	}
	return every(ctx, x.Ranges(), func(i uint32) error {
		r := x.ranges.at(i)
		if !r.sound() || r.Postcode != NoName && int(r.Postcode) >= x.Names() || r.City != NoName && int(r.City) >= x.Names() {
			return fmt.Errorf("range %d of house numbers is out of range", i)
		}
		if line := x.rangeLine(i, r.at); len(line) < 2 {
			return fmt.Errorf("range %d of house numbers has no line", i)
		}
		return nil
	})
}
