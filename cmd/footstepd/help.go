package main

import "github.com/alecthomas/kong"

type helpCmd struct {
	Command []string `arg:"" optional:"" help:"The command to explain, such as: call, or: region info."`
}

// Run prints the help of a command, or of the program.
func (c helpCmd) Run(parser *kong.Kong) error {
	// Asking for help ends in the parser's Exit; what it says after that does not matter unless
	// the command does not exist.
	exited := false
	exit := parser.Exit
	parser.Exit = func(int) { exited = true }
	defer func() { parser.Exit = exit }()
	if _, err := parser.Parse(append(c.Command, "--help")); !exited && err != nil {
		return usageError(err)
	}
	return nil
}
