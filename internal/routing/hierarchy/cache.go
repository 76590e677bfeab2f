package hierarchy

import (
	"container/list"
	"encoding/binary"
	"sync"

	"github.com/footstepd/footstepd/internal/routing"
)

// A cache keeps what was made for the metrics of requests, up to a limit of memory; what was not used
// for longest goes first.
type cache struct {
	mu      sync.Mutex
	limit   int64
	used    int64
	entries map[string]*list.Element // of *entry
	recent  *list.List               // the last used one first
	spent   map[string]int           // by key: work that was done for want of a value
}

// entry is one thing that the cache holds.
type entry struct {
	key   string
	value sized         // nil while it is being made
	ready chan struct{} // closed when the value is there or could not be made
}

// sized tells the memory that it takes.
type sized interface{ Bytes() int64 }

func newCache(limit int64) *cache {
	return &cache{limit: limit, entries: map[string]*list.Element{}, recent: list.New(), spent: map[string]int{}}
}

// cacheKey names what is made for a mode of some prices.
func cacheKey(kind string, mode routing.Mode, list ...prices) string {
	b := append([]byte(kind), 0)
	b = append(append(b, mode...), 0)
	for _, p := range list {
		for _, price := range p {
			b = binary.LittleEndian.AppendUint64(b, price)
		}
	}
	return string(b)
}

// get returns the entry of a key, nil when its value of so many bytes would be too large. start tells the
// caller to make the value and to call put or drop.
func (c *cache) get(key string, bytes int64) (e *entry, start bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if el := c.entries[key]; el != nil {
		c.recent.MoveToFront(el)
		return el.Value.(*entry), false
	}
	if bytes > c.limit {
		return nil, false
	}
	e = &entry{key: key, ready: make(chan struct{})}
	c.entries[key] = c.recent.PushFront(e)
	return e, true
}

// put fills an entry, and makes room for it.
func (c *cache) put(e *entry, value sized) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.value = value
	close(e.ready)
	c.used += value.Bytes()
	for el := c.recent.Back(); el != nil && c.used > c.limit; {
		before := el.Prev()
		if old := el.Value.(*entry); old != e && old.value != nil {
			c.remove(el)
		}
		el = before
	}
}

// drop gives an entry up whose value could not be made.
func (c *cache) drop(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	close(e.ready)
	c.remove(c.entries[e.key])
}

func (c *cache) remove(el *list.Element) {
	e := el.Value.(*entry)
	if e.value != nil {
		c.used -= e.value.Bytes()
	}
	c.recent.Remove(el)
	delete(c.entries, e.key)
}

// value returns the value of an entry, nil while there is none.
func (c *cache) value(e *entry) sized {
	c.mu.Lock()
	defer c.mu.Unlock()
	return e.value
}

// find returns the entry of a key, nil when there is none.
func (c *cache) find(key string) *entry {
	c.mu.Lock()
	defer c.mu.Unlock()
	el := c.entries[key]
	if el == nil {
		return nil
	}
	c.recent.MoveToFront(el)
	return el.Value.(*entry)
}

// peek returns the value of a key, nil while there is none.
func (c *cache) peek(key string) sized {
	if e := c.find(key); e != nil {
		return c.value(e)
	}
	return nil
}

// mostSpent is for how many keys work is counted; then all counts begin anew.
const mostSpent = 256

// spend counts work that would not have been done had there been a value, and tells whether it has come
// to as much as it takes to make one. To make it then costs at most twice what the best foresight would.
func (c *cache) spend(key string, work, price int) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries[key] != nil {
		return false
	}
	if len(c.spent) >= mostSpent {
		clear(c.spent)
	}
	if c.spent[key] += work; c.spent[key] < price {
		return false
	}
	delete(c.spent, key)
	return true
}
