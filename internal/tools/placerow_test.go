package tools

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"pgregory.net/rapid"
)

// Rows write themselves as encoding/json would write them by their tags, with any of their fields empty.
func TestPlaceRowJSON(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		rows := make(placeList, rapid.IntRange(0, 3).Draw(rt, "rows"))
		for i := range rows {
			v := reflect.ValueOf(&rows[i]).Elem()
			for f := range v.NumField() {
				if rapid.IntRange(0, 2).Draw(rt, "empty") == 0 {
					continue
				}
				number := rapid.Float64Range(-1e9, 1e9).Draw(rt, "number")
				switch field := v.Field(f); field.Kind() {
				case reflect.String:
					field.SetString(rapid.String().Draw(rt, "text"))
				case reflect.Pointer:
					field.Set(reflect.ValueOf(&number))
				case reflect.Struct: // coordinates
					field.Field(0).SetFloat(number)
					field.Field(1).SetFloat(-number)
				default:
					t.Fatalf("field %s is of no kind known here", v.Type().Field(f).Name)
				}
			}
		}
		got, err := rows.AppendJSON(nil)
		if err != nil {
			rt.Fatal(err)
		}
		if want := byTags(t, []PlaceRow(rows)); string(got) != want {
			rt.Fatalf("rows are written\n%s, want\n%s", got, want)
		}
		for i := range rows {
			got, err := (*placeProperties)(&rows[i]).AppendJSON(nil)
			if want := byTags(t, rows[i]); err != nil || string(got) != want {
				rt.Fatalf("properties are written\n%s, want\n%s", got, want)
			}
		}
	})
}

func byTags(t *testing.T, v any) string {
	t.Helper()
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		t.Fatal(err)
	}
	return string(bytes.TrimSuffix(b.Bytes(), []byte("\n")))
}
