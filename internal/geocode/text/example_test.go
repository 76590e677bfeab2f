package text_test

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/geocode/text"
)

func ExampleSplit() {
	for _, a := range text.Split(nil, "Rue de l'Église 12a, København") {
		fmt.Print(a.Text, " ")
	}
	// Output: rue de l eglise 12a kobenhavn
}

func ExampleNumber_Meets() {
	house := text.ParseNumber("20-28")
	fmt.Println(text.ParseNumber("24").Meets(house) == text.Covered, text.ParseNumber("25").Meets(house) == text.NoFit)
	// Output: true true
}
