// Strand-demo serves the websites together with the sample systems in one process, or the sample systems alone. It is
// for development, tests and demonstrations: its accounts, passwords and mails are published.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"strand/app"
	"strand/app/serve"
	"strand/config"
	"strand/demo"
)

// settingsFile is the optional file with settings.
const settingsFile = "strand.yaml"

// upstreamsGrace is how long calls of the sample systems may take to finish after the signal to stop.
const upstreamsGrace = 5 * time.Second

func main() {
	if err := run(os.Args[1:], os.Environ(), os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "strand-demo:", err)
		os.Exit(1)
	}
}

func run(arguments, environ []string, out io.Writer) error {
	command := strings.Join(arguments, " ")
	switch command {
	case "help", "--help", "-help", "-h":
		fmt.Fprintf(out, "Strand-demo serves the websites with sample systems and sample content.\n\n"+
			"Usage: strand-demo [command]\n\n"+
			"  serve      serve the websites with the sample systems in one process; the same as no command\n"+
			"  upstreams  run the sample CMS, PIM, sis, identity provider and translation service alone\n"+
			"  help       print this text and every setting\n\n"+
			"Settings: defaults in parentheses; %s overrides them, these variables override both.\n%s",
			settingsFile, config.Usage(config.Settings(&demo.Config{})))
		return nil
	}
	c, own, err := demo.Load(settingsFile, environ)
	if err != nil {
		return err
	}
	switch command {
	case "", "serve":
		if c.Production {
			return errors.New("STRAND_PRODUCTION is true, but the sample systems have accounts with a published " +
				"password: run strand with your own systems")
		}
		return serve.Run(c, func(log *slog.Logger) (*app.App, error) { return demo.New(c, own, log) })
	case "upstreams":
		return runUpstreams(c, own, out)
	}
	return fmt.Errorf("unknown command %q (strand-demo --help lists all commands)", command)
}

// runUpstreams runs the sample systems until a signal stops them. Its output is a shell script with the settings for a
// server that uses them.
func runUpstreams(c *config.Config, own *demo.Config, out io.Writer) error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	systems, err := demo.StartUpstreams(c, own, serve.NewLogger(c))
	if err != nil {
		return err
	}
	for _, s := range systems.Settings() {
		fmt.Fprintf(out, "export %s=%s\n", s.Variable, quote(s.Value))
	}
	<-ctx.Done()
	ending, cancel := context.WithTimeout(context.Background(), upstreamsGrace)
	defer cancel()
	return systems.Close(ending)
}

// quote quotes a text for a POSIX shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
