package hierarchy

import "testing"

type thing int64

func (t thing) Bytes() int64 { return int64(t) }

func TestCacheForgetsWhatWasNotUsedForLongest(t *testing.T) {
	c := newCache(100)
	fill := func(key string, bytes int64) {
		t.Helper()
		e, start := c.get(key, bytes)
		if !start {
			t.Fatalf("%s is there already", key)
		}
		c.put(e, thing(bytes))
	}
	fill("a", 40)
	fill("b", 40)
	c.get("a", 40) // used again
	fill("c", 40)
	for key, want := range map[string]bool{"a": true, "b": false, "c": true} {
		if _, got := c.entries[key]; got != want {
			t.Errorf("the cache holds %s: %v, want %v", key, got, want)
		}
	}
	if c.used != 80 {
		t.Errorf("the cache counts %d bytes, want 80", c.used)
	}
	if e, start := c.get("d", 101); e != nil || start {
		t.Error("the cache takes what is larger than itself")
	}
}

func TestCacheMakesThingsOnce(t *testing.T) {
	c := newCache(100)
	e, start := c.get("a", 1)
	if e == nil || !start {
		t.Fatal("the cache does not make what is asked for")
	}
	if again, start := c.get("a", 1); again != e || start {
		t.Error("the cache makes the same thing twice at a time")
	}
	if c.value(e) != nil {
		t.Error("the cache holds what is not made")
	}
	c.drop(e)
	select {
	case <-e.ready:
	default:
		t.Error("who waits for what cannot be made waits forever")
	}
	if len(c.entries) != 0 || c.recent.Len() != 0 {
		t.Error("the cache holds what could not be made")
	}
	if _, start := c.get("a", 1); !start {
		t.Error("the cache does not try again")
	}
}

func TestBounds(t *testing.T) {
	low := prices{0, 10, 20, 0, 1}
	for _, tc := range []struct {
		name string
		p    prices
		want bool
	}{
		{"the same", prices{0, 10, 20, 0, 1}, true},
		{"dearer", prices{0, 11, 20, 0, 1}, true},
		{"forbidden", prices{0, 0, 20, 0, 1}, true},
		{"cheaper", prices{0, 9, 20, 0, 1}, false},
		{"opened", prices{0, 10, 20, 5, 1}, false},
		{"without turns", prices{0, 10, 20, 0, 0}, false},
		{"of another network", prices{0, 10, 1}, false},
	} {
		if got := low.bounds(tc.p); got != tc.want {
			t.Errorf("%s: %v, want %v", tc.name, got, tc.want)
		}
	}
}
