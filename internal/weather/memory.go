package weather

import (
	"sync"
	"time"
)

// memory keeps the latest answers, failures among them, so that a provider that is down costs its timeout
// only now and then. The zero value is ready; it is safe for concurrent use.
type memory struct {
	mu   sync.Mutex
	kept map[string]kept
}

type kept struct {
	series *series
	err    error
	until  time.Time
}

const (
	maxKept     = 64
	keepAnswer  = 15 * time.Minute // forecasts change by the hour
	keepFailure = 30 * time.Second
)

func (m *memory) get(question string, now time.Time) (*series, error, bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	k, ok := m.kept[question]
	if !ok || !now.Before(k.until) {
		return nil, nil, false
	}
	return k.series, k.err, true
}

// put remembers an answer, in place of the one nearest to its end where there is no room.
func (m *memory) put(question string, s *series, err error, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.kept == nil {
		m.kept = map[string]kept{}
	}
	if _, known := m.kept[question]; !known && len(m.kept) >= maxKept {
		oldest := ""
		for q, k := range m.kept {
			if oldest == "" || k.until.Before(m.kept[oldest].until) {
				oldest = q
			}
		}
		delete(m.kept, oldest)
	}
	until := now.Add(keepAnswer)
	if err != nil {
		until = now.Add(keepFailure)
	}
	m.kept[question] = kept{s, err, until}
}
