package query

import "context"

// Crossing is where two streets meet.
type Crossing struct{}

func (s *search) readCrossings(ctx context.Context) {}
