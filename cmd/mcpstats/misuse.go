package main

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// argumentsOfUsage makes what a command and those below it say of wrong arguments
// a mistake of usage.
func argumentsOfUsage(c *cobra.Command) {
	if args := c.Args; args != nil {
		c.Args = func(c *cobra.Command, a []string) error {
			if err := args(c, a); err != nil {
				return usagef("%v; see %s --help", err, c.CommandPath())
			}
			return nil
		}
	}
	for _, sub := range c.Commands() {
		argumentsOfUsage(sub)
	}
}

// flagOfUsage says what is wrong with a flag.
func flagOfUsage(c *cobra.Command, err error) error {
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if errors.As(err, &invalid) && errors.As(err, &number) {
		expected := "a number"
		switch kind := invalid.GetFlag().Value.Type(); {
		case strings.HasPrefix(kind, "uint"):
			expected = "a whole number from 0"
		case strings.HasPrefix(kind, "int"):
			expected = "a whole number"
		case kind == "bool":
			expected = "true or false"
		}
		err = fmt.Errorf("--%s %q: expected %s", invalid.GetFlag().Name, invalid.GetValue(), expected)
	}
	return usagef("%v; see %s --help", err, c.CommandPath())
}

// ownUsage adds the commands that cobra makes by itself, help and completion, and
// lets them refuse what they do not know instead of showing a page and succeeding.
func ownUsage(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, words []string) error {
				if _, rest, err := root.Find(words); err != nil || len(rest) > 0 {
					return usagef("help: no command %q; see mcpstats --help", strings.Join(words, " "))
				}
				return nil
			}
		case "completion":
			argumentsOfUsage(c)
			c.Args = nil
			c.RunE = func(_ *cobra.Command, words []string) error {
				var shells []string
				for _, shell := range c.Commands() {
					shells = append(shells, shell.Name())
				}
				return usagef("completion: expected one of %s; see mcpstats completion --help", strings.Join(shells, ", "))
			}
		}
	}
}
