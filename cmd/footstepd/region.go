package main

import "errors"

type regionCmd struct{}

// Run inspects a region file.
func (regionCmd) Run() error { return errors.New("this build cannot inspect region files yet") }
