package main

import (
	"context"
	"fmt"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"strand/app"
)

// upstreamsGrace is how long calls of embedded systems may take to finish after the signal to stop.
const upstreamsGrace = 5 * time.Second

// runUpstreams runs the embedded systems until a signal stops it. Its output is a shell script with the settings for
// a server that uses them.
func runUpstreams(env environment, arguments []string) error {
	if err := noArguments("upstreams", arguments); err != nil {
		return err
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	started, err := app.StartUpstreams(c, newLogger(c))
	if err != nil {
		return err
	}
	for _, s := range started.Settings {
		fmt.Fprintf(env.out, "export %s=%s\n", s.Variable, quote(s.Value))
	}
	<-ctx.Done()
	ending, cancel := context.WithTimeout(context.Background(), upstreamsGrace)
	defer cancel()
	return started.Close(ending)
}

// quote quotes a text for a POSIX shell.
func quote(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
