package mcpserver

import (
	"fmt"
	"math/big"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
)

// allowed says the whole range that a schema allows, such as "1 to 40", of which a violation tells one
// end: whoever corrects a value needs both. verb goes before it in a sentence. It is empty where there is one end only, and for other
// kinds of violations.
func (a *arguments) allowed(location string, k jsonschema.ErrorKind) (verb, whole string) {
	s := a.parts[location]
	if s == nil {
		return "", ""
	}
	switch k := k.(type) {
	case *kind.Minimum, *kind.Maximum, *kind.ExclusiveMinimum, *kind.ExclusiveMaximum:
		return "must be", numbers(s)
	case *kind.MinItems, *kind.MaxItems:
		return "must have", counts(s.MinItems, s.MaxItems, "items")
	case *kind.MaxLength:
		return "must have", counts(s.MinLength, s.MaxLength, "characters")
	case *kind.MinLength:
		if k.Got > 0 { // an empty text is said to be so
			return "must have", counts(s.MinLength, s.MaxLength, "characters")
		}
	}
	return "", ""
}

// numbers says the range of a number.
func numbers(s *jsonschema.Schema) string {
	low, above := s.Minimum, s.ExclusiveMinimum
	high, below := s.Maximum, s.ExclusiveMaximum
	if low == nil && above == nil || high == nil && below == nil {
		return ""
	}
	write := func(r *big.Rat) string {
		f, _ := r.Float64()
		return number(f)
	}
	if low != nil && high != nil {
		return write(low) + " to " + write(high)
	}
	from, to := "", ""
	if low != nil {
		from = "at least " + write(low)
	} else {
		from = "more than " + write(above)
	}
	if high != nil {
		to = "at most " + write(high)
	} else {
		to = "less than " + write(below)
	}
	return from + " and " + to
}

// counts says how many things there may be.
func counts(low, high *int, things string) string {
	switch {
	case low == nil || high == nil:
		return ""
	case *low == *high:
		return fmt.Sprintf("%d %s", *low, things)
	}
	return fmt.Sprintf("%d to %d %s", *low, *high, things)
}
