// Strand serves the websites of a machinery group from one GraphQL graph over its CMS, PIM, sis and identity server.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"slices"
	"strings"

	"strand/app"
	"strand/app/serve"
	"strand/config"
)

// settingsFile is the optional file with settings.
const settingsFile = "strand.yaml"

// Exit codes.
const (
	exitFailed = 1
	// exitUsage is the exit code of an invalid command line.
	exitUsage = 2
)

// command is a subcommand of strand.
type command struct {
	name, arguments, summary string
	run                      func(env environment, arguments []string) error
}

// environment contains what commands read and write.
type environment struct {
	variables   []string
	out, errors io.Writer
}

// load reads the settings.
func (e environment) load() (*config.Config, error) { return config.Load(settingsFile, e.variables) }

// commands are in the order in which help lists them.
func commands() []command {
	return []command{
		{"serve", "", "serve the websites; the same as no command", runServe},
		{"check", "", "validate the settings, call every configured system, write to every store", runCheck},
		{"check", "--live", "print what the running server reports of its systems and stores", nil},
		{"check", "--ready", "fail unless requests may be sent to the running server, for health checks", nil},
		{"contract", "<system> [<url>]", "compare a system with what Strand requires, and try it", runContract},
		{"explain", "[--json] <url>", "print how the running server made the document of a URL", runExplain},
		{"outbox", "list [--json]", "list the submissions that are not delivered, dead letters first", runOutbox},
		{"outbox", "retry <reference>… | --all", "deliver submissions now, with all their attempts again", nil},
		{"outbox", "show <reference>", "print a submission with what the visitor has entered", nil},
		{"outbox", "discard --yes <reference>…", "remove submissions and their files for good", nil},
		{
			"outbox", "discard --yes --dead [--form <form>] [--older-than <duration>]",
			"remove dead letters, of one form or age, and their files for good", nil,
		},
		{"version", "", "print version, revision and Go version", runVersion},
		{"help", "", "print this text and every setting", runHelp},
	}
}

// usageError reports an invalid command line.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message + " (strand --help lists all commands)" }

func usagef(format string, arguments ...any) error {
	return &usageError{fmt.Sprintf(format, arguments...)}
}

func main() {
	os.Exit(run(environment{os.Environ(), os.Stdout, os.Stderr}, os.Args[1:]))
}

// run runs a command line and returns the exit code.
func run(env environment, arguments []string) int {
	err := dispatch(env, arguments)
	switch {
	case err == nil:
		return 0
	case errors.Is(err, errReported):
		return exitFailed
	}
	fmt.Fprintln(env.errors, "strand:", err)
	if errors.As(err, new(*usageError)) {
		return exitUsage
	}
	return exitFailed
}

// errReported reports that a command failed and has printed its errors itself.
var errReported = errors.New("reported")

func dispatch(env environment, arguments []string) error {
	if len(arguments) == 0 {
		return runServe(env, nil)
	}
	name := arguments[0]
	switch name {
	case "--help", "-help", "-h":
		name = "help"
	case "--version", "-version", "-v":
		name = "version"
	}
	for _, c := range commands() {
		if c.name != name || c.run == nil {
			continue
		}
		if slices.ContainsFunc(
			arguments[1:],
			func(a string) bool { return a == "--help" || a == "-help" || a == "-h" },
		) {
			return runHelp(env, nil)
		}
		return c.run(env, arguments[1:])
	}
	if strings.HasPrefix(name, "-") {
		return usagef("unknown flag %s", name)
	}
	return usagef("unknown command %q", name)
}

// parse reads the flags of a command, before and after its other arguments, and returns the latter.
func parse(flags *flag.FlagSet, arguments []string) ([]string, error) {
	flags.SetOutput(io.Discard)
	var others []string
	for {
		if err := flags.Parse(arguments); err != nil {
			return nil, usagef("%s: %s", flags.Name(), err)
		}
		if flags.NArg() == 0 {
			return others, nil
		}
		others = append(others, flags.Arg(0))
		arguments = flags.Args()[1:]
	}
}

// noArguments refuses the arguments of a command without any.
func noArguments(name string, arguments []string) error {
	others, err := parse(flag.NewFlagSet(name, flag.ContinueOnError), arguments)
	if err == nil && len(others) > 0 {
		err = usagef("%s takes no argument %q", name, others[0])
	}
	return err
}

func runServe(env environment, arguments []string) error {
	if err := noArguments("serve", arguments); err != nil {
		return err
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	if err := c.Validate(); err != nil {
		return err
	}
	return serve.Run(c, func(log *slog.Logger) (*app.App, error) { return app.New(c, log, app.Extras{}) })
}

func runHelp(env environment, arguments []string) error {
	if err := noArguments("help", arguments); err != nil {
		return err
	}
	fmt.Fprint(
		env.out,
		"Strand serves the websites of a machinery group from one GraphQL graph.\n\nUsage: strand [command]\n\n",
	)
	for _, c := range commands() {
		fmt.Fprintf(env.out, "  %-34s %s\n", strings.TrimSpace(c.name+" "+c.arguments), c.summary)
	}
	fmt.Fprintf(env.out, "\nSettings: defaults in parentheses; %s overrides them, these variables override both.\n%s",
		settingsFile, config.Usage(config.Settings()))
	return nil
}
