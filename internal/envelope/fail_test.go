package envelope_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"github.com/footstepd/footstepd/internal/envelope"
)

func TestFail(t *testing.T) {
	secret := errors.New("open /etc/secret: permission denied")
	withDeadline, cancel := context.WithDeadline(
		envelope.WithStart(context.Background(), time.Unix(1000, 0)), time.Unix(1025, 0))
	defer cancel()
	tests := []struct {
		name string
		ctx  context.Context
		err  error
		want string
		text string
	}{
		{
			"known", context.Background(),
			fmt.Errorf("wrapped: %w", &envelope.Error{Code: envelope.NotFound, Message: "no such place", Err: secret}),
			`{"error":{"code":"not_found","message":"no such place"}}`, "not_found: no such place",
		},
		{
			"details", context.Background(),
			envelope.Invalid("size is 99", envelope.Violation{Field: "size", Problem: "is out of range", Got: 99, Want: "1 to 40"}),
			`{"error":{"code":"invalid_input","message":"size is 99","details":{"violations":[{"field":"size","problem":"is out of range","got":99,"want":"1 to 40"}]}}}`,
			"invalid_input: size is 99",
		},
		{
			"control characters", context.Background(),
			&envelope.Error{Code: envelope.NotFound, Message: "no\x00 pla\u202ece\nhere"},
			`{"error":{"code":"not_found","message":"no place here"}}`, "not_found: no place here",
		},
		{
			"deadline", withDeadline, fmt.Errorf("routing: %w", context.DeadlineExceeded),
			`{"error":{"code":"timeout","message":"the call did not finish before its deadline; ask for less (a smaller area, fewer stops) or try again","details":{"deadline_seconds":25}}}`,
			"timeout: the call did not finish before its deadline; ask for less (a smaller area, fewer stops) or try again",
		},
		{
			"cancelled", context.Background(), context.Canceled,
			`{"error":{"code":"timeout","message":"the call was cancelled before it was finished"}}`, "timeout: the call was cancelled before it was finished",
		},
		{
			"unknown", envelope.WithRequestID(context.Background(), "r-1"), secret,
			`{"error":{"code":"internal_error","message":"the server failed to answer; the fault is not in the arguments. Report it with the request id","details":{"request_id":"r-1"}}}`,
			"internal_error: the server failed to answer; the fault is not in the arguments. Report it with the request id",
		},
		{
			"details that cannot be encoded", context.Background(),
			&envelope.Error{Code: envelope.NotFound, Message: "x", Details: math.NaN()},
			`{"error":{"code":"not_found","message":"x"}}`, "not_found: x",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			a := envelope.Fail(tt.ctx, tt.err)
			if got := string(a.Structured); got != tt.want {
				t.Errorf("structured\n got %s\nwant %s", got, tt.want)
			}
			if a.Text != tt.text {
				t.Errorf("text %q, want %q", a.Text, tt.text)
			}
			if !a.IsError() {
				t.Error("not an error")
			}
			if bytes.Contains(a.Structured, []byte("secret")) || strings.Contains(a.Text, "secret") {
				t.Error("the cause leaks")
			}
		})
	}
	a := envelope.Fail(context.Background(), secret)
	if !errors.Is(a.Cause, secret) || len(a.RequestID) != 16 || !bytes.Contains(a.Structured, []byte(a.RequestID)) {
		t.Errorf("cause %v, request id %q in %s", a.Cause, a.RequestID, a.Structured)
	}
}

func TestClean(t *testing.T) {
	tests := []struct {
		name, in string
		limit    int
		want     string
	}{
		{"plain", "King Street", 20, "King Street"},
		{"empty", "", 5, ""},
		{"line breaks", "a\r\n\tb\u2028c", 20, "a b c"},
		{"outer spaces", "  a  b ", 20, "a b"},
		{"controls", "a\x00\x1b[31mb\u202e\u2066c\u200b", 20, "a[31mbc"},
		{"joiners stay", "می\u200cخواهم", 20, "می\u200cخواهم"},
		{"broken UTF-8", "a\xffb\xc3", 20, "ab"},
		{"replacement character stays", "a\ufffdb", 20, "a\ufffdb"},
		{"cut", "abcdefgh", 5, "abcd…"},
		{"cut at a space", "abc defgh", 5, "abc…"},
		{"cut by characters", "äöüäöü", 4, "äöü…"},
		{"fits by characters", "äöüäöü", 6, "äöüäöü"},
		{"exactly", "abcde", 5, "abcde"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if got := envelope.Clean(tt.in, tt.limit); got != tt.want {
				t.Errorf("Clean(%q, %d) = %q, want %q", tt.in, tt.limit, got, tt.want)
			}
		})
	}
}

func FuzzClean(f *testing.F) {
	f.Add("King\x00 Street\u202e", 10)
	f.Add("\xff\xfe", 1)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		limit = min(max(limit, 1), 300)
		got := envelope.Clean(s, limit)
		if n := len([]rune(got)); n > limit {
			t.Errorf("Clean(%q, %d) has %d characters", s, limit, n)
		}
		if again := envelope.Clean(got, limit); again != got {
			t.Errorf("Clean(%q) = %q, and cleaning that gives %q", s, got, again)
		}
		for _, r := range got {
			if r < ' ' || r == 0x7f || r == '\u202e' {
				t.Errorf("Clean(%q) = %q holds %U", s, got, r)
			}
		}
	})
}

func TestUnits(t *testing.T) {
	tests := []struct {
		metres     float64
		km, mi     string
		squareKM   string
		squareMile string
	}{
		{0, "0 m", "0 ft", "0 m²", "0 ft²"},
		{84.6, "85 m", "280 ft", "7160 m²", "77040 ft²"},
		{123, "120 m", "400 ft", "15130 m²", "162850 ft²"},
		{999.4, "1000 m", "0.6 mi", "1.0 km²", "0.4 mi²"},
		{999.6, "1.0 km", "0.6 mi", "1.0 km²", "0.4 mi²"},
		{12_345, "12.3 km", "7.7 mi", "152 km²", "58.8 mi²"},
		{250_000, "250 km", "155 mi", "62500 km²", "24131 mi²"},
	}
	for _, tt := range tests {
		if got := envelope.Kilometers.Distance(tt.metres); got != tt.km {
			t.Errorf("%g metres: %q, want %q", tt.metres, got, tt.km)
		}
		if got := envelope.Miles.Distance(tt.metres); got != tt.mi {
			t.Errorf("%g metres: %q, want %q", tt.metres, got, tt.mi)
		}
		square := tt.metres * tt.metres
		if got := envelope.Kilometers.Area(square); got != tt.squareKM {
			t.Errorf("%g square metres: %q, want %q", square, got, tt.squareKM)
		}
		if got := envelope.Miles.Area(square); got != tt.squareMile {
			t.Errorf("%g square metres: %q, want %q", square, got, tt.squareMile)
		}
	}
	for seconds, want := range map[float64]string{0: "0 s", 59.4: "59 s", 59.6: "1 min", 3570: "1 h", 3900: "1 h 5 min", 90_000: "25 h"} {
		if got := envelope.Duration(seconds); got != want {
			t.Errorf("Duration(%g) = %q, want %q", seconds, got, want)
		}
	}
}
