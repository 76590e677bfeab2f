package main

import "errors"

type importCmd struct{}

// Run builds a region file.
func (importCmd) Run() error { return errors.New("this build cannot import yet") }
