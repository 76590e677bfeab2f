package build

import (
	"context"
	"errors"
	"fmt"

	"github.com/footstepd/footstepd/internal/region"
)

// A Check is what a room asserts about its sections.
type Check struct {
	Name string
	Run  func(ctx context.Context, f *region.File) error
}

// Verify checks the checksum of every section of a region file, then every room's sections. It
// goes on after a failed check and returns all errors joined.
func Verify(ctx context.Context, f *region.File, checks ...Check) error {
	if err := f.Verify(ctx); err != nil {
		return err // what rooms say about damaged data means nothing
	}
	var errs []error
	for _, c := range checks {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := c.Run(ctx, f); err != nil {
			errs = append(errs, fmt.Errorf("%s: %w", c.Name, err))
		}
	}
	return errors.Join(errs...)
}
