package mcpserver

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"github.com/footstepd/footstepd/internal/envelope"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"golang.org/x/text/language"
	xtext "golang.org/x/text/message"
)

const (
	root    = "arguments" // the field of a violation that concerns the whole object
	unknown = "is not known here"
	maxEcho = 100 // characters of a client's own text that an error repeats
)

// printer words the kinds of violations for which there are no words of ours.
var printer = xtext.NewPrinter(language.English)

// found is a violation and where it lies, to sort by.
type found struct {
	envelope.Violation
	path []string
}

// violations flattens a validation error into its leaves, in the order of their fields. v is the
// value that was checked.
func (a *arguments) violations(e *jsonschema.ValidationError, v any) []envelope.Violation {
	leaves := a.leaves(nil, e, v)
	slices.SortStableFunc(leaves, func(x, y found) int {
		if c := comparePaths(x.path, y.path); c != 0 {
			return c
		}
		return cmp.Compare(x.Problem, y.Problem)
	})
	out := make([]envelope.Violation, 0, len(leaves))
	for i, l := range leaves {
		if i > 0 && l.Field == leaves[i-1].Field && l.Problem == leaves[i-1].Problem {
			continue
		}
		out = append(out, l.Violation)
	}
	return out
}

func (a *arguments) leaves(to []found, e *jsonschema.ValidationError, v any) []found {
	switch k := e.ErrorKind.(type) {
	case *kind.AnyOf, *kind.OneOf:
		if len(e.Causes) > 0 {
			return a.alternatives(to, e, v)
		}
	case *kind.Required:
		for _, name := range k.Missing {
			path := append(slices.Clone(e.InstanceLocation), name)
			to = append(to, found{envelope.Violation{Field: field(path), Problem: "is missing", Want: a.wanted(e.SchemaURL, name)}, path})
		}
		return to
	case *kind.AdditionalProperties:
		for _, name := range k.Properties {
			path := append(slices.Clone(e.InstanceLocation), name)
			to = append(to, found{envelope.Violation{
				Field: field(path), Problem: unknown, Want: a.known(e.SchemaURL),
			}, path})
		}
		return to
	case *kind.MinProperties, *kind.MaxProperties:
		if names := a.oneOf(e.SchemaURL); names != nil {
			problem := "must hold one thing"
			if _, few := k.(*kind.MinProperties); few {
				problem = "is empty"
			}
			violation := envelope.Violation{Field: field(e.InstanceLocation), Problem: problem + ": give either " + strings.Join(names, " or "), Want: names}
			return append(to, found{violation, e.InstanceLocation})
		}
	}
	if len(e.Causes) == 0 {
		violation := words(e.ErrorKind, v, e.InstanceLocation)
		if verb, whole := a.allowed(e.SchemaURL, e.ErrorKind); whole != "" {
			violation.Problem, violation.Want = verb+" "+whole, whole
		}
		violation.Field = field(e.InstanceLocation)
		return append(to, found{violation, e.InstanceLocation})
	}
	for _, cause := range e.Causes {
		to = a.leaves(to, cause, v)
	}
	return to
}

// alternatives reports the alternative that was meant. One that wants another type than what was
// sent was not meant, unless all do: then what is wrong is the type.
func (a *arguments) alternatives(to []found, e *jsonschema.ValidationError, v any) []found {
	var meant []*jsonschema.ValidationError
	var types []string
	var got string
	for _, cause := range e.Causes {
		if t := wrongType(cause, e.InstanceLocation); t != nil {
			types, got = append(types, t.Want...), t.Got
			continue
		}
		meant = append(meant, cause)
	}
	if len(meant) == 0 && len(types) > 0 {
		violation := words(&kind.Type{Got: got, Want: unique(types)}, v, e.InstanceLocation)
		violation.Field = field(e.InstanceLocation)
		return append(to, found{violation, e.InstanceLocation})
	}
	// Several alternatives that differ in what they require: say so once.
	if names := requiredOnly(meant); len(names) > 1 {
		return append(to, found{envelope.Violation{
			Field: field(e.InstanceLocation), Problem: "must have one of " + strings.Join(names, ", "), Want: names,
		}, e.InstanceLocation})
	}
	for _, cause := range meant {
		to = a.leaves(to, cause, v)
	}
	return to
}

// wrongType returns the violation at path itself that is about the type, or nil.
func wrongType(e *jsonschema.ValidationError, path []string) *kind.Type {
	if t, ok := e.ErrorKind.(*kind.Type); ok && slices.Equal(e.InstanceLocation, path) {
		return t
	}
	for _, cause := range e.Causes {
		if t := wrongType(cause, path); t != nil {
			return t
		}
	}
	return nil
}

// requiredOnly returns the names that alternatives require, if that is all they complain about.
func requiredOnly(list []*jsonschema.ValidationError) []string {
	var names []string
	for _, e := range list {
		k, ok := e.ErrorKind.(*kind.Required)
		for !ok && len(e.Causes) == 1 {
			e = e.Causes[0]
			k, ok = e.ErrorKind.(*kind.Required)
		}
		if !ok || len(k.Missing) != 1 {
			return nil
		}
		names = append(names, k.Missing[0])
	}
	return unique(names)
}

func unique(list []string) []string {
	var out []string
	for _, s := range list {
		if !slices.Contains(out, s) {
			out = append(out, s)
		}
	}
	return out
}

// wanted describes the property of a schema in a word or two, or returns nil.
func (a *arguments) wanted(location, name string) any {
	s := a.parts[location]
	if s == nil || s.Properties[name] == nil {
		return nil
	}
	p := s.Properties[name]
	if p.Enum != nil {
		return p.Enum.Values
	}
	var types []string
	for _, alternative := range append([]*jsonschema.Schema{p}, append(p.AnyOf, p.OneOf...)...) {
		if alternative.Types != nil {
			types = append(types, alternative.Types.ToStrings()...)
		}
	}
	if len(types) == 0 {
		return nil
	}
	return strings.Join(unique(types), " or ")
}

// oneOf lists the properties of a schema that wants exactly one of them, nil for others.
func (a *arguments) oneOf(location string) []string {
	s := a.parts[location]
	if s == nil || s.MinProperties == nil || s.MaxProperties == nil || *s.MinProperties != 1 || *s.MaxProperties != 1 {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Properties))
}

// known lists the properties of a schema.
func (a *arguments) known(location string) any {
	s := a.parts[location]
	if s == nil {
		return nil
	}
	return slices.Sorted(maps.Keys(s.Properties))
}

// words says what is wrong, without the field.
func words(k jsonschema.ErrorKind, v any, path []string) envelope.Violation {
	switch k := k.(type) {
	case *kind.Type:
		return envelope.Violation{
			Problem: "must be " + articled(k.Want), Got: sent(v, path, k.Got), Want: strings.Join(k.Want, " or "),
		}
	case *kind.Enum:
		return envelope.Violation{Problem: "must be one of " + listed(k.Want), Got: echo(k.Got), Want: k.Want}
	case *kind.Const:
		return envelope.Violation{Problem: "must be " + listed([]any{k.Want}), Got: echo(k.Got), Want: k.Want}
	case *kind.Minimum:
		return bounded("must be at least %s", k.Got, k.Want)
	case *kind.Maximum:
		return bounded("must be at most %s", k.Got, k.Want)
	case *kind.ExclusiveMinimum:
		return open("more than %s", k.Got, k.Want)
	case *kind.ExclusiveMaximum:
		return open("less than %s", k.Got, k.Want)
	case *kind.MultipleOf:
		return bounded("must be a multiple of %s", k.Got, k.Want)
	case *kind.MinItems:
		return counted("must have at least %d items", k.Got, k.Want)
	case *kind.MaxItems:
		return counted("must have at most %d items", k.Got, k.Want)
	case *kind.MinLength:
		if k.Got == 0 {
			return envelope.Violation{Problem: "is empty", Want: "text"}
		}
		return counted("must have at least %d characters", k.Got, k.Want)
	case *kind.MaxLength:
		return counted("must have at most %d characters", k.Got, k.Want)
	case *kind.MinProperties:
		return counted("must have at least %d fields", k.Got, k.Want)
	case *kind.MaxProperties:
		return counted("must have at most %d fields", k.Got, k.Want)
	case *kind.UniqueItems:
		return envelope.Violation{Problem: fmt.Sprintf("must not repeat an item; items %d and %d are equal", k.Duplicates[0], k.Duplicates[1])}
	case *kind.Pattern:
		return envelope.Violation{Problem: "does not have the wanted form", Got: echo(k.Got), Want: "text that matches " + k.Want}
	}
	return envelope.Violation{Problem: "breaks a rule: " + k.LocalizedString(printer), Got: sent(v, path, "")}
}

func bounded(form string, got, want *big.Rat) envelope.Violation {
	g, _ := got.Float64()
	w, _ := want.Float64()
	return envelope.Violation{Problem: fmt.Sprintf(form, number(w)), Got: json.Number(number(g)), Want: json.Number(number(w))}
}

// open is bounded by a value that is not allowed itself, so that want says the bound in words.
func open(form string, got, want *big.Rat) envelope.Violation {
	v := bounded("must be "+form, got, want)
	v.Want = strings.TrimPrefix(v.Problem, "must be ")
	return v
}

func counted(form string, got, want int) envelope.Violation {
	problem := fmt.Sprintf(form, want)
	if want == 1 {
		problem = strings.TrimSuffix(problem, "s")
	}
	return envelope.Violation{Problem: problem, Got: got, Want: want}
}

// number prints a number as JSON would, without an exponent where it can be helped.
func number(f float64) string {
	if f > -1e15 && f < 1e15 {
		return strconv.FormatFloat(f, 'f', -1, 64)
	}
	return strconv.FormatFloat(f, 'g', -1, 64)
}

// articled joins type names with "or" and puts the article before them.
func articled(types []string) string {
	s := strings.Join(types, " or ")
	if strings.ContainsRune("aeio", rune(s[0])) {
		return "an " + s
	}
	return "a " + s
}

// listed prints allowed values.
func listed(values []any) string {
	out := make([]string, len(values))
	for i, v := range values {
		text, err := json.Marshal(v)
		if err != nil {
			text = fmt.Append(nil, v)
		}
		out[i] = strings.Trim(string(text), `"`)
	}
	return strings.Join(out, ", ")
}

// echo returns a client's value in a form that is safe to repeat: strings cleaned and cut, lists
// and objects by their type.
func echo(v any) any {
	switch x := v.(type) {
	case string:
		return envelope.Clean(x, maxEcho)
	case []any:
		return "array"
	case map[string]any:
		return "object"
	case float64:
		return json.Number(number(x))
	}
	return v
}

// sent returns the value at path, or typeName where that says more.
func sent(v any, path []string, typeName string) any {
	for _, step := range path {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i < 0 || i >= len(x) {
				return typeName
			}
			v = x[i]
		default:
			return typeName
		}
	}
	if v == nil {
		return "null"
	}
	return echo(v)
}

// field prints a path the way people write it: locations[1].lat.
func field(path []string) string {
	if len(path) == 0 {
		return root
	}
	var b strings.Builder
	for i, step := range path {
		switch _, err := strconv.ParseUint(step, 10, 31); {
		case err == nil && i > 0:
			b.WriteString("[" + step + "]")
		case i > 0:
			b.WriteString("." + nameOf(step))
		default:
			b.WriteString(nameOf(step))
		}
	}
	return b.String()
}

// nameOf prints the name of a field. One that would not show as it is stands in quotes, with what does
// not show escaped, so that its sender can find it.
func nameOf(step string) string {
	if step != "" && envelope.Clean(step, len(step)) == step {
		return envelope.Clean(step, maxEcho)
	}
	return envelope.Clean(strconv.QuoteToASCII(step), maxEcho)
}

// comparePaths orders paths by their steps, numbers by value.
func comparePaths(a, b []string) int {
	return slices.CompareFunc(a, b, func(x, y string) int {
		if len(x) != len(y) && isIndex(x) && isIndex(y) {
			return cmp.Compare(len(x), len(y)) // indices have no leading zeros
		}
		return cmp.Compare(x, y)
	})
}

func isIndex(s string) bool { return s != "" && s[0] >= '0' && s[0] <= '9' }
