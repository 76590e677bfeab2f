package hierarchy

import (
	"container/list"
	"encoding/binary"
	"sync"

	"github.com/footstepd/footstepd/internal/routing"
)

// A cache keeps weights that were customised for requests, up to a limit of memory; those that were
// not used for longest go first. It also remembers which metrics were asked for before, since
// weights are not worth making for what is asked for once.
type cache struct {
	mu      sync.Mutex
	limit   int64
	used    int64
	entries map[string]*list.Element // of *entry
	recent  *list.List               // the last used one first
	once    map[string]struct{}      // metrics that were asked for once
}

// entry is what the cache holds for a metric.
type entry struct {
	key     string
	weights *Weights      // nil while they are being made
	ready   chan struct{} // closed when weights are there or could not be made
}

// maxOnce bounds how many metrics are remembered that were asked for once.
const maxOnce = 256

func newCache(limit int64) *cache {
	return &cache{limit: limit, entries: map[string]*list.Element{}, recent: list.New(), once: map[string]struct{}{}}
}

// cacheKey names a metric of a mode.
func cacheKey(mode routing.Mode, p prices) string {
	b := make([]byte, 0, len(mode)+8*len(p))
	b = append(b, mode...)
	for _, price := range p {
		b = binary.LittleEndian.AppendUint64(b, price)
	}
	return string(b)
}

// get returns the entry of a metric. make tells the caller to make its weights and to call put or
// drop; it does so when the metric is asked for the second time, or at once if now is set. The
// entry is nil when nobody makes weights yet.
func (c *cache) get(key string, bytes int64, now bool) (e *entry, make bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el := c.entries[key]; el != nil {
		c.recent.MoveToFront(el)
		return el.Value.(*entry), false
	}
	if bytes > c.limit {
		return nil, false
	}
	if _, again := c.once[key]; !again && !now {
		if len(c.once) >= maxOnce {
			clear(c.once)
		}
		c.once[key] = struct{}{}
		return nil, false
	}
	delete(c.once, key)
	e = newEntry(key)
	c.entries[key] = c.recent.PushFront(e)
	return e, true
}

func newEntry(key string) *entry { return &entry{key: key, ready: make(chan struct{})} }

// put fills an entry, and makes room for it.
func (c *cache) put(e *entry, w *Weights) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.weights = w
	close(e.ready)
	c.used += w.Bytes()
	for el := c.recent.Back(); el != nil && c.used > c.limit; {
		before := el.Prev()
		if old := el.Value.(*entry); old != e && old.weights != nil {
			c.remove(el)
		}
		el = before
	}
}

// drop gives an entry up whose weights could not be made.
func (c *cache) drop(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(e.ready)
	c.remove(c.entries[e.key])
}

func (c *cache) remove(el *list.Element) {
	e := el.Value.(*entry)
	if e.weights != nil {
		c.used -= e.weights.Bytes()
	}
	c.recent.Remove(el)
	delete(c.entries, e.key)
}

// done returns the weights of an entry, nil while there are none.
func (c *cache) done(e *entry) *Weights {
	c.mu.Lock()
	defer c.mu.Unlock()
	return e.weights
}
