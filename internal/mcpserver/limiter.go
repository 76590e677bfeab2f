package mcpserver

import (
	"container/list"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// limiter bounds the rate of each client's requests. It remembers a bounded number of clients; the
// one that has been silent longest is forgotten first, and starts afresh when it returns.
type limiter struct {
	rate  float64 // requests a second; 0 is unlimited
	burst int
	now   func() time.Time

	mu      sync.Mutex
	clients map[string]*list.Element // of client
	recent  *list.List               // most recent first
}

type client struct {
	key    string
	bucket *rate.Limiter
}

// maxClients is how many clients the limiter remembers, some 3 MB.
const maxClients = 20_000

func newLimiter(perSecond float64, burst int, now func() time.Time) *limiter {
	return &limiter{rate: perSecond, burst: burst, now: now, clients: map[string]*list.Element{}, recent: list.New()}
}

// take counts one request of a client. It returns 0 if the request may go on, else how long to wait
// before the next try.
func (l *limiter) take(key string) time.Duration {
	if l.rate <= 0 {
		return 0
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.clients[key]
	if e == nil {
		if l.recent.Len() >= maxClients {
			oldest := l.recent.Back()
			delete(l.clients, l.recent.Remove(oldest).(*client).key)
		}
		e = l.recent.PushFront(&client{key, rate.NewLimiter(rate.Limit(l.rate), l.burst)})
		l.clients[key] = e
	} else {
		l.recent.MoveToFront(e)
	}
	now := l.now()
	bucket := e.Value.(*client).bucket
	reservation := bucket.ReserveN(now, 1)
	wait := reservation.DelayFrom(now)
	if wait > 0 {
		reservation.CancelAt(now) // a refused request takes nothing
	}
	return wait
}
