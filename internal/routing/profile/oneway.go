package profile

// oneway tells in which directions traffic may flow.
type oneway uint8

const (
	twoWay oneway = iota
	forwardOnly
	backwardOnly
	reversible  // changes a few times a day: closed, since the time is not known
	alternating // changes every few minutes, by signals: open both ways, with a wait
)

// directionOf reads the value of a one-way key. What is no known spelling says nothing.
func directionOf(value string) oneway {
	switch value {
	case "yes", "1", "true":
		return forwardOnly
	case "-1", "reverse":
		return backwardOnly
	case "reversible":
		return reversible
	case "alternating":
		return alternating
	}
	return twoWay
}

// saysTwoWay tells whether the value opens a road that would be one-way by its kind.
func saysTwoWay(value string) bool { return value == "no" || value == "0" || value == "false" }

// impliedOneway tells whether the kind of the road alone makes it one-way.
func (f *facts) impliedOneway() bool {
	return f.junction == "roundabout" || f.junction == "circular" || f.highway == "motorway"
}

// flow returns the direction of traffic from the value of the most specific one-way key of a mode.
func (f *facts) flow(value string) oneway {
	d := directionOf(value)
	if f.impliedOneway() && (d == twoWay || d == alternating) && !saysTwoWay(value) {
		return forwardOnly
	}
	return d
}
