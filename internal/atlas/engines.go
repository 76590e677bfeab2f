package atlas

import (
	"errors"

	"github.com/footstepd/footstepd/internal/elevation"
	geocode "github.com/footstepd/footstepd/internal/geocode/embedded"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/footstepd/footstepd/internal/predict"
	"github.com/footstepd/footstepd/internal/region"
	routing "github.com/footstepd/footstepd/internal/routing/embedded"
	"github.com/footstepd/footstepd/internal/routing/guide"
	"github.com/footstepd/footstepd/internal/territory"
	"github.com/footstepd/footstepd/internal/tools"
)

// engines puts the engines together over an open region file.
func engines(f *region.File) (*tools.Region, error) {
	router, err := routing.New(f)
	if err != nil {
		return nil, err
	}
	geocoder, err := geocode.New(f)
	if err != nil {
		return nil, err
	}
	features, err := places.Open(f)
	if err != nil {
		return nil, err
	}
	predictor, err := predict.New(features, bound(f))
	if err != nil {
		return nil, err
	}
	heights, err := elevation.Open(f)
	if err != nil {
		return nil, err
	}
	model := predictor.WithWalker(router)
	if heights != nil {
		model = model.WithHeights(heights)
	}
	lands, err := territory.Open(f)
	if err != nil && !errors.Is(err, region.ErrNoSection) {
		return nil, err
	}
	return &tools.Region{Lands: lands, Heights: heights, Router: router, Geocoder: geocoder, Finder: geocoder, Parser: geocoder, Predictor: model, Languages: guide.Languages()}, nil
}
