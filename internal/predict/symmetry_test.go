package predict

import (
	"context"
	"math"
	"math/rand/v2"
	"reflect"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/geo"
	"github.com/footstepd/footstepd/internal/places"
	"github.com/paulmach/orb"
)

// TestRotation checks that on land without features turning the bearing turns the surface, and that its
// two sides mirror each other: by the first four moments of the angle about the bearing, in each band.
func TestRotation(t *testing.T) {
	m := fakeModel(t, &fakeSource{})
	req := circle("despondent", rodney, 2500)
	req.Resolution = 11
	_, ground := prepare(t, m, &req)
	const moments = 4
	about := func(bearing float64) (even, odd [bands][moments]float64) {
		req.InitialBearing = &bearing
		s := solveOn(t, m, ground, &req, environment{})
		var sum [bands]float64
		for i := range s.hexes {
			c := s.hexes[i].centre
			turn := math.Pi/2 - math.Atan2(c.y, c.x) - bearing*math.Pi/180
			for k, mass := range s.parts[i].mass {
				sum[k] += mass * s.factors.band[k]
				for n := range moments {
					sin, cos := math.Sincos(float64(n+1) * turn)
					even[k][n] += mass * s.factors.band[k] * cos
					odd[k][n] += mass * s.factors.band[k] * sin
				}
			}
		}
		for k := range sum {
			for n := range moments {
				even[k][n], odd[k][n] = even[k][n]/max(sum[k], 1e-12), odd[k][n]/max(sum[k], 1e-12)
			}
		}
		return even, odd
	}
	north, _ := about(0)
	if north[3][0] < 0.3 {
		t.Errorf("the bearing hardly draws: first moment %.3f", north[3][0])
	}
	for _, bearing := range []float64{37, 90, 180, 222} {
		even, odd := about(bearing)
		for k := 1; k < bands-1; k++ {
			for n := range moments {
				if math.Abs(even[k][n]-north[k][n]) > 0.015 || math.Abs(odd[k][n]) > 0.015 {
					t.Errorf("bearing %g, band %d: moment %d is %.4f, bearing north %.4f; %.4f to one side", bearing, k, n+1, even[k][n], north[k][n], odd[k][n])
				}
			}
		}
	}
}

// TestOrder checks that the order of the features does not matter.
func TestOrder(t *testing.T) {
	r := geo.NewRuler(rodney)
	rng := rand.New(rand.NewPCG(7, 8))
	s := &fakeSource{}
	for _, x := range []struct {
		class places.Class
		kind  string
	}{
		{places.Woods, "natural=wood"},
		{places.OpenGround, "leisure=park"},
		{places.Water, "natural=water"},
		{places.Scrub, "natural=scrub"},
		{places.Urban, "landuse=residential"},
		{places.Structure, "building=yes"},
	} {
		for range 12 {
			s.features = append(s.features, places.Feature{
				Class: x.class, Kind: x.kind, Polygon: square(r.Point(rng.NormFloat64()*600, rng.NormFloat64()*600), 20+rng.Float64()*150),
			})
		}
	}
	for _, x := range []struct {
		class places.Class
		kind  string
	}{{places.Road, "highway=residential"}, {places.Road, "highway=motorway"}, {places.Linear, "highway=path"}, {places.Drainage, "waterway=stream"}, {places.Linear, "power=line"}} {
		for range 8 {
			s.features = append(s.features, places.Feature{Class: x.class, Kind: x.kind, Line: orb.LineString{
				r.Point(rng.NormFloat64()*800, rng.NormFloat64()*800), r.Point(rng.NormFloat64()*800, rng.NormFloat64()*800),
			}})
		}
	}
	req := circle("dementia_alzheimers", rodney, 1200)
	req.InitialBearing, req.LastSeen = ptr(70.0), lastSeen(time.Hour)
	want, err := fakeModel(t, s).Predict(context.Background(), req)
	if err != nil {
		t.Fatal(err)
	}
	for range 4 {
		rng.Shuffle(len(s.features), func(i, j int) { s.features[i], s.features[j] = s.features[j], s.features[i] })
		got, err := fakeModel(t, s).Predict(context.Background(), req)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("another order gives another surface (%v)", err)
		}
	}
}
