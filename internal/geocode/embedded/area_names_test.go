package embedded

import (
	"fmt"
	"sync"
	"testing"

	"github.com/footstepd/footstepd/internal/geocode/index"
)

// Names that are kept are those of the area and language asked for, though others share their place and are asked
// for at the same time.
func TestAreaNames(t *testing.T) {
	var names areaNames
	read := func(area index.Doc, language string) string { return fmt.Sprint(area, language) }
	var askers sync.WaitGroup
	for i := range 4 {
		askers.Go(func() {
			for k := range 20_000 {
				area, language := index.Doc((k*k+i)%17*len(names)+k%3), []string{"", "de", "fi"}[(k+i)%3]
				if got, want := names.of(area, language, read), read(area, language); got != want {
					t.Errorf("the name of %d in %q is %q, want %q", area, language, got, want)
					return
				}
			}
		})
	}
	askers.Wait()
}
