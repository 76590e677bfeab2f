package hierarchy

import (
	"context"
	"errors"
	"runtime"

	"github.com/footstepd/footstepd/internal/region"
	"github.com/footstepd/footstepd/internal/routing"
	"github.com/footstepd/footstepd/internal/routing/dijkstra"
	"github.com/footstepd/footstepd/internal/routing/graph"
)

// DefaultCacheBytes is the memory that customised metrics may take unless a caller says otherwise: room
// for some thirty sets of options over a region of the size of a state.
const DefaultCacheBytes = 256 << 20

// A Router answers from hierarchies, and by plain searches where it has none. Every request takes one
// of three lanes, which lead to the same answer:
//
//   - the default options, and others that have been asked for before: a query over the hierarchy;
//   - others that only forbid roads or make them dearer: a search guided by the default metric;
//   - all else: a plain search.
//
// It is safe for concurrent use and valid while the file is held open.
type Router struct {
	file  *region.File
	modes []*Hierarchy
	cache *cache
}

// NewRouter opens the hierarchies of a region file over its road graph. Modes for which the file holds
// none are answered by plain searches; see Hierarchy. cacheBytes bounds the memory for customised metrics.
func NewRouter(file *region.File, g *graph.Graph, cacheBytes int64) (*Router, error) {
	r := &Router{file: file, cache: newCache(cacheBytes)}
	for _, n := range g.Networks() {
		h, err := Open(file, n)
		if errors.Is(err, region.ErrNoSection) {
			continue
		}
		if err != nil {
			return nil, err
		}
		r.modes = append(r.modes, h)
	}
	return r, nil
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
	if errors.Is(err, ErrTooLarge) {
		return dijkstra.Route(ctx, m, origins, destinations)
	}
	return p, err
}

func (r *Router) fast(ctx context.Context, h *Hierarchy, m *graph.Metric, origins, destinations []graph.Spot) (dijkstra.Path, error) {
	if err := ctx.Err(); err != nil {
		return dijkstra.Path{}, err
	}
	key := pricesOf(m)
	w := r.weights(h, m, key)
	switch {
	case w != nil:
		return h.Route(w, m, origins, destinations)
	case h.basic.dearer(key):
		return h.Guided(ctx, m, origins, destinations)
	}
	return dijkstra.Path{}, ErrTooLarge
}

// weights returns the weights of a metric, nil when there are none yet. It has them made in the
// background when a metric comes again.
func (r *Router) weights(h *Hierarchy, m *graph.Metric, key prices) *Weights {
	if key.equal(h.basic.key) {
		return h.basic
	}
	e, make := r.cache.get(cacheKey(h.n.Mode, key), h.basic.Bytes(), false)
	if make {
		r.customize(h, m, e)
	}
	if e == nil {
		return nil
	}
	return r.cache.done(e)
}

// customized returns the weights of a metric and waits for them if need be; they are made at once if
// there are none. They are nil for metrics that cannot be kept.
func (r *Router) customized(ctx context.Context, h *Hierarchy, m *graph.Metric) (*Weights, error) {
	key := pricesOf(m)
	if key.equal(h.basic.key) {
		return h.basic, nil
	}
	e, make := r.cache.get(cacheKey(h.n.Mode, key), h.basic.Bytes(), true)
	if e == nil {
		return nil, nil
	}
	if make {
		r.customize(h, m, e)
	}
	select {
	case <-e.ready:
		return r.cache.done(e), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// customize makes the weights of a metric in the background. It holds the file for as long as it
// takes, which is too short to be worth stopping.
func (r *Router) customize(h *Hierarchy, m *graph.Metric, e *entry) {
	if !r.file.Acquire() {
		r.cache.drop(e)
		return
	}
	go func() {
		defer r.file.Release()
		w, err := h.Customize(context.Background(), m, runtime.GOMAXPROCS(0))
		if err != nil {
			r.cache.drop(e)
			return
		}
		r.cache.put(e, w)
	}()
}
