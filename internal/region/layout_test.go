package region

import (
	"reflect"
	"testing"
)

func TestCheckLayout(t *testing.T) {
	for _, tc := range []struct {
		value any
		ok    bool
	}{
		{uint8(0), true},
		{float64(0), true},
		{[3]int32{}, true},
		{struct {
			A int32
			B [2]uint16
			_ [8]byte
		}{}, true},
		{struct {
			A uint8
			B int32
		}{}, false},
		{struct {
			A int64
			B uint8
		}{}, false},
		{struct{ A [2]struct{ P *int } }{}, false},
		{struct{}{}, false},
		{0, false},
		{true, false},
		{"", false},
		{[]byte{}, false},
	} {
		if err := checkLayout(reflect.TypeOf(tc.value)); (err == nil) != tc.ok {
			t.Errorf("%T: %v", tc.value, err)
		}
	}
	w, err := Create(t.TempDir() + "/x.region")
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := AddSlice(w, "a", []bool{true}); err == nil {
		t.Error("a slice of bool was written")
	}
}
