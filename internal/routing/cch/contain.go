package cch

import (
	"fmt"
	"runtime/debug"
)

// Contain runs do and returns its error; a panic, even one by a fault in mapped memory, becomes an
// error. It is for goroutines, where nobody else could take the panic.
func Contain(do func() error) (err error) {
	debug.SetPanicOnFault(true)
	defer func() {
		if cause := recover(); cause != nil {
			err = fmt.Errorf("cch: %v", cause)
		}
	}()
	return do()
}
