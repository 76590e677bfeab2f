package hierarchy

import (
	"context"
	"errors"
	"runtime"
	"runtime/debug"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// DefaultCacheBytes is the memory that customised metrics may take over a region of the size of a state:
// room for some thirty sets of options.
const DefaultCacheBytes = 256 << 20

// CacheBytes returns the memory that customised metrics over a file may take: as much as the file, which is
// room for the measures of all of its modes, and DefaultCacheBytes at least. Sweeps, and with them tables and
// isochrones, would have to make way for plain searches where measures find no room.
func CacheBytes(file *region.File) int64 { return max(DefaultCacheBytes, file.Size()) }

// A Router answers from hierarchies, and by plain searches where it has none. A route goes by one of three
// lanes, all of which find a best path:
//
//   - a query over the hierarchy: for the default options, and for others that make some roads cheaper,
//     whose metric is customised when it is first asked for;
//   - a search guided by distances over the hierarchy: for options that only forbid roads or make them
//     dearer, for vehicles of other sizes, and wherever places are closed. The distances are those of the
//     default metric or of the smallest vehicle, or, once searches by the same prices have taken as
//     long as it takes to customise them, those of the prices;
//   - a plain search: where roads are restricted at the time of the request that are open at others, and
//     where costs are too large for weights.
//
// Which lane it is, and which of several best paths it finds, hangs on the request alone, not on what was
// asked before.
//
// It is safe for concurrent use and valid while the file is held open.
type Router struct {
	file  *region.File
	modes []*Hierarchy
	cache *cache
	// turns bounds what is made for the cache at a time. The calls that began it do not: once they are
	// given up, others take their places.
	turns chan struct{}
}

// NewRouter opens the hierarchies of a region file over its road graph. Modes for which the file holds
// none are answered by plain searches; see Hierarchy. cacheBytes bounds the memory for customised metrics.
func NewRouter(file *region.File, g *graph.Graph, cacheBytes int64) (*Router, error) {
	modes, err := Open(file, g)
	if err != nil {
		return nil, err
	}
	turns := make(chan struct{}, runtime.GOMAXPROCS(0))
	return &Router{file: file, modes: modes, cache: newCache(cacheBytes), turns: turns}, nil
}

// Hierarchy returns the hierarchy of a mode, nil when the file holds none.
func (r *Router) Hierarchy(mode routing.Mode) *Hierarchy {
	for _, h := range r.modes {
		if h.n.Mode == mode {
			return h
		}
	}
	return nil
}

// Route finds the cheapest path from any of the origins to any of the destinations, as dijkstra.Route
// does. The error is dijkstra.ErrNoPath or the context's.
func (r *Router) Route(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	h := r.Hierarchy(m.Network.Mode)
	if h == nil {
		return dijkstra.Route(ctx, m, origins, destinations)
	}
	p, err := r.fast(ctx, h, m, origins, destinations)
	if errors.Is(err, ErrUndecided) {
		return dijkstra.Route(ctx, m, origins, destinations)
	}
	return p, err
}

func (r *Router) fast(ctx context.Context, h *Hierarchy, m *graph.Metric, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	if err := ctx.Err(); err != nil {
		return dijkstra.Path{}, err
	}
	key := pricesOf(m)
	usual := key.equal(h.basic.key)
	if m.Restricts() {
		return dijkstra.Path{}, ErrUndecided
	}
	if bound := h.bound(key); bound != nil && !(usual && weighable(m)) {
		p, err := r.guided(ctx, h, m, key, bound, origins, destinations)
		if !errors.Is(err, ErrUndecided) {
			return p, err
		}
	}
	w, err := r.weights(ctx, h, key)
	if err != nil {
		return dijkstra.Path{}, err
	}
	if !weighable(m) {
		p, _, err := h.Guided(ctx, w, m, origins, destinations)
		return p, err
	}
	return h.Route(w, m, origins, destinations)
}

// bound returns prices of which there are few and that bound the given ones, nil when there are none.
func (h *Hierarchy) bound(key prices) prices {
	for _, p := range [2]prices{h.basic.key, h.floor()} {
		if p.bounds(key) {
			return p
		}
	}
	return nil
}

// guided finds the best path by a search that is guided by the weights of its own prices, if they are
// there, or by those of prices that bound them.
func (r *Router) guided(ctx context.Context, h *Hierarchy, m *graph.Metric, key, bound prices, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	name := weightsKey(h, key)
	if w, ok := r.cache.peek(name).(*Weights); ok {
		p, _, err := h.Guided(ctx, w, m, origins, destinations)
		if !errors.Is(err, ErrUndecided) {
			return p, err
		}
	}
	w, err := r.weights(ctx, h, bound)
	if err != nil {
		return dijkstra.Path{}, err
	}
	p, settled, err := h.Guided(ctx, w, m, origins, destinations)
	if !key.equal(bound) && r.cache.spend(name, settled, h.Arcs()/arcsPerLabel) {
		go func() { // at most one for each time that its work was done
			r.turns <- struct{}{}
			r.begin(name, h.basic.Bytes(), r.customize(h, key))
		}()
	}
	return p, err
}

// arcsPerLabel is how many arcs are customised in the time in which a guided search settles a label.
const arcsPerLabel = 16

// From finds all arcs whose tail can be reached from an origin within a limit, as dijkstra.From does.
// The error is the context's.
func (r *Router) From(ctx context.Context, m *graph.Metric, origin []graph.Spot, measure dijkstra.Measure, limit uint32) ([]dijkstra.Visit, error) {
	return r.reach(ctx, m, origin, measure, limit, (*Hierarchy).From, dijkstra.From)
}

// To is From in the other direction: all arcs from whose head the destination can be reached.
func (r *Router) To(ctx context.Context, m *graph.Metric, destination []graph.Spot, measure dijkstra.Measure, limit uint32) ([]dijkstra.Visit, error) {
	return r.reach(ctx, m, destination, measure, limit, (*Hierarchy).To, dijkstra.To)
}

func (r *Router) reach(ctx context.Context, m *graph.Metric, spots []graph.Spot, measure dijkstra.Measure, limit uint32,
	fast func(*Hierarchy, context.Context, *Weights, *Measures, *graph.Metric, []graph.Spot, dijkstra.Measure, uint32) ([]dijkstra.Visit, error),
	plain func(context.Context, *graph.Metric, []graph.Spot, dijkstra.Measure, uint32) ([]dijkstra.Visit, error),
) ([]dijkstra.Visit, error) {
	if h := r.Hierarchy(m.Network.Mode); h != nil && !h.merged {
		w, x, err := r.measured(ctx, h, m)
		if err == nil {
			var visits []dijkstra.Visit
			if visits, err = fast(h, ctx, w, x, m, spots, measure, limit); err == nil {
				return visits, nil
			}
		}
		if !errors.Is(err, ErrUndecided) {
			return nil, err
		}
	}
	return plain(ctx, m, spots, measure, limit)
}

// Alternatives finds other paths than the best one that are worth offering, as dijkstra.Alternatives
// does. The error is the context's.
func (r *Router) Alternatives(ctx context.Context, m *graph.Metric, origins, destinations []graph.Spot, best dijkstra.Path, most int) ([]dijkstra.Path, error) {
	if h := r.Hierarchy(m.Network.Mode); h != nil {
		w, err := r.weighed(ctx, h, m)
		if err == nil {
			var paths []dijkstra.Path
			if paths, err = h.Alternatives(ctx, w, m, origins, destinations, best, most); err == nil {
				return paths, nil
			}
		}
		if !errors.Is(err, ErrUndecided) {
			return nil, err
		}
	}
	return dijkstra.Alternatives(ctx, m, origins, destinations, best, most)
}

// weighable tells whether prices of classes are all that there is to a metric. Roads closed one by one,
// and rules for a time of day, will not come again.
func weighable(m *graph.Metric) bool { return !m.Closes() && !m.Plain() }

// weights returns the weights of prices, and has them made if need be. The error is the context's, or
// ErrUndecided where there can be none.
func (r *Router) weights(ctx context.Context, h *Hierarchy, key prices) (*Weights, error) {
	if key.equal(h.basic.key) {
		return h.basic, nil
	}
	value, err := r.wait(ctx, weightsKey(h, key), h.basic.Bytes(), r.customize(h, key))
	if err != nil {
		return nil, err
	}
	return value.(*Weights), nil
}

func weightsKey(h *Hierarchy, key prices) string { return cacheKey("weights", h.n.Mode, key) }

// customize returns what makes the weights of prices.
func (r *Router) customize(h *Hierarchy, key prices) func() (sized, error) {
	return func() (sized, error) {
		return h.Customize(context.Background(), key.metric(h.n), runtime.GOMAXPROCS(0))
	}
}

// weighed returns the weights of a metric. The error is the context's, or ErrUndecided where there can be
// none.
func (r *Router) weighed(ctx context.Context, h *Hierarchy, m *graph.Metric) (*Weights, error) {
	if !weighable(m) {
		return nil, ErrUndecided
	}
	return r.weights(ctx, h, pricesOf(m))
}

// measured returns the weights and measures of a metric likewise.
func (r *Router) measured(ctx context.Context, h *Hierarchy, m *graph.Metric) (*Weights, *Measures, error) {
	w, err := r.weighed(ctx, h, m)
	if err != nil {
		return nil, nil, err
	}
	key := cacheKey("measures", h.n.Mode, w.key, timesOf(m))
	value, err := r.wait(ctx, key, 2*h.basic.Bytes(), func() (sized, error) { return h.Measure(context.Background(), w, m) })
	if err != nil {
		return nil, nil, err
	}
	return w, value.(*Measures), nil
}

// wait returns what the cache holds under a key, and has it made if need be. The error is the context's,
// or ErrUndecided where it is too large for the cache or cannot be made.
func (r *Router) wait(ctx context.Context, key string, bytes int64, do func() (sized, error)) (sized, error) {
	if bytes > r.cache.limit {
		return nil, ErrUndecided
	}
	e := r.cache.find(key)
	if e == nil {
		select {
		case r.turns <- struct{}{}:
		case <-ctx.Done():
			return nil, ctx.Err()
		}
		e = r.begin(key, bytes, do)
	}
	select {
	case <-e.ready:
		if value := r.cache.value(e); value != nil {
			return value, nil
		}
		return nil, ErrUndecided
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// begin returns the entry of a key, which is made in the background unless there is one by now; nil where it
// would be too large. It takes over a turn of the caller's. What is made holds the file for as long as that takes,
// which is too short to be worth stopping.
func (r *Router) begin(key string, bytes int64, do func() (sized, error)) *entry {
	e, start := r.cache.get(key, bytes)
	switch {
	case !start:
		<-r.turns
		return e
	case !r.file.Acquire():
		r.cache.drop(e)
		<-r.turns
		return e
	}
	go func() {
		defer func() { <-r.turns }()
		defer r.file.Release()
		debug.SetPanicOnFault(true)
		var value sized
		var err error
		defer func() {
			// Nobody waits who could take a panic, which damage in a large file can bring about.
			if recover() != nil || err != nil {
				r.cache.drop(e)
				return
			}
			r.cache.put(e, value)
		}()
		value, err = do()
	}()
	return e
}
