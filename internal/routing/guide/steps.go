package guide

import "github.com/footstepd/footstepd/internal/routing"

func steps(p Path, language string, miles bool) []routing.Step {
	panic("to be written by its owner")
}
