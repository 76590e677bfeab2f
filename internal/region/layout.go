package region

import (
	"fmt"
	"reflect"
)

// checkLayout tells why values of a type cannot be written as they lie in memory: what is stored
// must mean the same in every process and hold no bytes that nobody has set.
func checkLayout(t reflect.Type) error {
	switch t.Kind() {
	case reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64,
		reflect.Float32, reflect.Float64:
		return nil
	case reflect.Array:
		return checkLayout(t.Elem())
	case reflect.Struct:
		end := uintptr(0)
		for f := range t.Fields() {
			if f.Offset != end {
				return fmt.Errorf("%v has padding before %s", t, f.Name)
			}
			if err := checkLayout(f.Type); err != nil {
				return fmt.Errorf("%v.%s: %w", t, f.Name, err)
			}
			end = f.Offset + f.Type.Size()
		}
		if end != t.Size() || end == 0 {
			return fmt.Errorf("%v has padding at its end or no fields", t)
		}
		return nil
	}
	return fmt.Errorf("%v has no fixed layout", t)
}
