package routing

// A Hint says more of where a stop lies on the network than its point does. The zero value says nothing.
type Hint struct {
	// Heading is the direction of travel at the stop in degrees clockwise from north, 0 to 360; nil is any.
	// A trip sets out and arrives within Tolerance degrees of it, 0 standing for DefaultTolerance.
	Heading   *float64
	Tolerance float64
	Side      Side
}

// DefaultTolerance is by how many degrees a road may differ from a heading.
const DefaultTolerance = 60

// MinTolerance and MaxTolerance bound what can be asked for.
const MinTolerance, MaxTolerance = 1, 180

// Side tells on which side of the road a stop has to lie to those who set out from it or arrive there.
type Side string

// The sides; "" is either.
const (
	SameSide     Side = "same"     // that on which traffic keeps: nobody crosses the road
	OppositeSide Side = "opposite" // across the road
)
