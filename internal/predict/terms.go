package predict

import "strings"

// Terms are the parts of the model beside the distance, as a set.
type Terms uint8

// The terms.
const (
	Bearing Terms = 1 << iota // the initial bearing, when it is given
	Classes                   // published shares of find locations and terrain multipliers
	Access                    // how far cells are on foot, against the straight distance
)

// String names the terms of the set.
func (t Terms) String() string {
	var list []string
	for i, name := range [...]string{"bearing", "classes", "access"} {
		if t&(1<<i) != 0 {
			list = append(list, name)
		}
	}
	return strings.Join(list, ", ")
}

// Without returns the model without some of its terms. It is there to judge what each of them is
// worth, not for searches.
func (m *Model) Without(t Terms) *Model {
	less := *m
	less.off |= t
	return &less
}

// has tells whether a term is in use.
func (m *Model) has(t Terms) bool { return m.off&t == 0 }
