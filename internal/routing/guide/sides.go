package guide

// sides count other ways by the side of the one taken on which they lie.
type sides struct{ left, right int }

func (s *sides) add(v *view, o *option) {
	if o.angle > v.angle {
		s.right++
	} else {
		s.left++
	}
}

func (s sides) none() bool { return s.left+s.right == 0 }

// of tells on which side of all other ways the one taken lies; beside is false when it lies
// between them.
func (s sides) of() (right, beside bool) { return s.left > 0, s.left == 0 || s.right == 0 }

// ways counts the other ways that could be taken instead.
func (v *view) ways() (out sides) {
	for i := range v.others {
		if o := &v.others[i]; v.open(o) {
			out.add(v, o)
		}
	}
	return out
}
