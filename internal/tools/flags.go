package tools

import (
	"fmt"

	"github.com/footstepd/footstepd/internal/envelope"
	"golang.org/x/text/language"
)

// checkFlags refuses flags that the schema lets pass and that mean nothing.
func checkFlags(f *envelope.Flags) error {
	switch f.Units {
	case "", envelope.Kilometers, envelope.Miles:
	default:
		return envelope.Invalid(fmt.Sprintf("units is %q; it must be kilometers or miles", envelope.Clean(string(f.Units), 40)),
			envelope.Violation{Field: "units", Problem: "unknown unit", Got: f.Units, Want: []envelope.Units{envelope.Kilometers, envelope.Miles}})
	}
	if f.Language == "" {
		return nil
	}
	if _, err := language.Parse(f.Language); err != nil {
		return envelope.Invalid(fmt.Sprintf("language is %q; it must be a BCP 47 tag such as en, de or pt-BR", envelope.Clean(f.Language, 40)),
			envelope.Violation{Field: "language", Problem: "not a BCP 47 tag", Got: f.Language, Want: "a tag such as en, de or pt-BR"})
	}
	return nil
}
