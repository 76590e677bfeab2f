package profile

// sidepathBeside tells whether one of the values says that the traffic in question has a way of its
// own beside the road. Along main roads that way is to be used; along others it may be.
func (f *facts) sidepathBeside(class RoadClass, values ...string) bool {
	switch class {
	case Trunk, Primary, Secondary, Tertiary:
		return indexOf(values, "separate") >= 0
	}
	return false
}

// beside returns the ruling for a road with a way of its own for the traffic in question: what is
// said expressly of that traffic stands, everything else gives way.
func (r ruling) beside() ruling {
	if r.said == denied || r.rank == 0 {
		return r
	}
	return ruling{said: sidepath}
}
