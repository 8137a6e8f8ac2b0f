package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"log/slog"
	"maps"
	"os"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"strand/app"
	"strand/app/serve"
	"strand/config"
	"strand/domain/form"
	"strand/internal/database"
	"strand/internal/outbox"
)

// runOutbox lists and changes the outbox. A running server sees the changes within seconds.
func runOutbox(env environment, arguments []string) error {
	actions := map[string]func(context.Context, environment, *openOutbox, []string) error{
		"list": listOutbox, "show": showSubmission, "retry": retryOutbox, "discard": discardOutbox,
	}
	if len(arguments) == 0 || actions[arguments[0]] == nil {
		return usagef("outbox: list, show, retry or discard is needed")
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	ctx := context.Background()
	box, err := openOutboxOffline(ctx, c)
	if err != nil {
		return err
	}
	err = actions[arguments[0]](ctx, env, box, arguments[1:])
	return errors.Join(err, box.Close())
}

type openOutbox struct {
	*outbox.Outbox
	config *config.Config
	log    *slog.Logger
	// server is the PostgreSQL database of the outbox; nil if it is a file.
	server *database.Server
}

// openOutboxOffline opens the outbox of the server with the same settings. Unlike a server, it does not create a file.
func openOutboxOffline(ctx context.Context, c *config.Config) (*openOutbox, error) {
	server, err := app.OpenDatabase(ctx, c)
	if err != nil {
		return nil, err
	}
	at := app.OutboxLocation(c, server)
	if _, err := os.Stat(at.File); server == nil && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("no outbox at %s: run this where the server runs, with its STRAND_DATA_DIR", at.File)
	}
	opened := &openOutbox{config: c, log: serve.NewLogger(c), server: server}
	if opened.Outbox, err = outbox.Open(ctx, at, opened.log, nil); err != nil {
		return nil, errors.Join(err, opened.closeServer())
	}
	if reason := opened.Reason(); reason != "" {
		return nil, errors.Join(fmt.Errorf("the outbox at %s cannot be used: %s", at, reason), opened.Close())
	}
	return opened, nil
}

// Close closes the outbox and the connections to its database.
func (o *openOutbox) Close() error { return errors.Join(o.Outbox.Close(), o.closeServer()) }

func (o *openOutbox) closeServer() error {
	if o.server == nil {
		return nil
	}
	return o.server.Close()
}

func listOutbox(ctx context.Context, env environment, box *openOutbox, arguments []string) error {
	flags := flag.NewFlagSet("outbox list", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "")
	others, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) > 0 {
		return usagef("outbox list takes no argument %q", others[0])
	}
	entries, err := box.List(ctx)
	if err != nil {
		return err
	}
	if *asJSON {
		encoder := json.NewEncoder(env.out)
		encoder.SetIndent("", "  ")
		return encoder.Encode(append([]outbox.Entry{}, entries...))
	}
	if len(entries) == 0 {
		fmt.Fprintln(env.out, "Every submission is delivered.")
		return nil
	}
	table := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "REFERENCE\tFORM\tSTATE\tATTEMPTS\tAGE\tNEXT\tLAST ERROR")
	now := time.Now()
	for _, e := range entries {
		state, next := string(e.State), "-"
		if e.Reason != "" {
			state += " (" + e.Reason + ")"
		}
		if e.NextAttemptAt != nil {
			next = "in " + age(max(e.NextAttemptAt.Sub(now), 0))
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%d\t%s\t%s\t%s\n", e.Reference, e.Form, state, e.Attempts,
			age(now.Sub(e.AcceptedAt)), next, oneLine(e.LastError))
	}
	return table.Flush()
}

// age formats a duration for a table.
func age(d time.Duration) string {
	switch {
	case d >= 48*time.Hour:
		return fmt.Sprintf("%dd", int(d.Hours()/24))
	case d >= 2*time.Hour:
		return fmt.Sprintf("%dh", int(d.Hours()))
	case d >= 2*time.Minute:
		return fmt.Sprintf("%dm", int(d.Minutes()))
	}
	return fmt.Sprintf("%ds", int(d.Seconds()))
}

// oneLine makes text from other systems safe for one line of a terminal.
func oneLine(text string) string {
	return strings.Map(func(r rune) rune {
		if r < ' ' || r == 0x7f {
			return ' '
		}
		return r
	}, text)
}

func retryOutbox(ctx context.Context, env environment, box *openOutbox, arguments []string) error {
	flags := flag.NewFlagSet("outbox retry", flag.ContinueOnError)
	all := flags.Bool("all", false, "")
	references, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	n := int64(len(references))
	switch {
	case *all && n > 0, !*all && n == 0:
		return usagef("outbox retry: either references or --all are needed")
	case *all:
		n, err = box.RetryAll(ctx)
	default:
		err = box.Retry(ctx, references...)
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(env.out, "%d to be delivered now, by a running server.\n", n)
	return nil
}

// showSubmission prints what a visitor has entered, to the operator's terminal only: it is never logged.
func showSubmission(ctx context.Context, env environment, box *openOutbox, arguments []string) error {
	references, err := parse(flag.NewFlagSet("outbox show", flag.ContinueOnError), arguments)
	if err != nil {
		return err
	}
	if len(references) != 1 {
		return usagef("outbox show: one reference is needed")
	}
	entry, body, err := box.Body(ctx, references[0])
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(env.out, 0, 0, 2, ' ', 0)
	line := func(name, value string) {
		if value != "" {
			fmt.Fprintf(table, "%s\t%s\n", oneLine(name), oneLine(value))
		}
	}
	line("reference", entry.Reference)
	line("form", string(entry.Form))
	line("state", string(entry.State))
	line("reason", entry.Reason)
	line("last error", entry.LastError)
	line("accepted", entry.AcceptedAt.Format(time.RFC3339))
	var s form.Submission
	if json.Unmarshal([]byte(body), &s) != nil {
		line("stored text", body)
		return table.Flush()
	}
	line("site", s.Site)
	line("locale", s.Locale)
	line("about", s.About)
	line("subject", s.Subject)
	line("user", s.User)
	for _, name := range slices.Sorted(maps.Keys(s.Values)) {
		line("value "+name, s.Values[name])
	}
	for _, file := range s.Attachments {
		line("file", fmt.Sprintf("%s (%s, %d bytes)", file.FileName, file.MediaType, file.Size))
	}
	return table.Flush()
}

// discardOutbox removes the submissions with the given references, or dead letters by their form and age.
func discardOutbox(ctx context.Context, env environment, box *openOutbox, arguments []string) error {
	flags := flag.NewFlagSet("outbox discard", flag.ContinueOnError)
	confirmed := flags.Bool("yes", false, "")
	dead := flags.Bool("dead", false, "")
	kind := flags.String("form", "", "")
	olderThan := flags.Duration("older-than", 0, "")
	references, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	switch isSelection := *kind != "" || *olderThan != 0; {
	case *dead == (len(references) > 0):
		return usagef("outbox discard: either references or --dead are needed")
	case isSelection && !*dead:
		return usagef("outbox discard: --form and --older-than select dead letters: add --dead")
	case !*confirmed:
		return usagef("outbox discard permanently removes submissions and their files: add --yes to confirm")
	}
	store, err := app.Uploads(ctx, box.config, box.server, box.Outbox, nil, box.log)
	if err != nil {
		return err
	}
	defer store.Close()
	if *dead {
		if references, err = deadLetters(ctx, box, form.Kind(*kind), *olderThan); err != nil {
			return err
		}
		if len(references) == 0 {
			fmt.Fprintln(env.out, "There are no such dead letters.")
		}
	}
	for _, reference := range references {
		files, err := box.Discard(ctx, reference)
		if err != nil {
			return err
		}
		removed := app.RemoveFiles(ctx, box.Outbox, store, files)
		fmt.Fprintln(env.out, discarded(reference, removed, len(files)))
	}
	return nil
}

// deadLetters returns the references of the dead letters of a form, empty for all, that are older than a duration.
func deadLetters(
	ctx context.Context, box *openOutbox, kind form.Kind, olderThan time.Duration,
) (references []string, err error) {
	entries, err := box.List(ctx)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		if e.State == outbox.Dead && (kind == "" || e.Form == kind) && time.Since(e.AcceptedAt) >= olderThan {
			references = append(references, e.Reference)
		}
	}
	return references, nil
}

// discarded tells that a submission was removed, and what became of its files.
func discarded(reference string, removed, files int) string {
	text := reference + " was removed"
	switch {
	case files == 0:
	case removed == files:
		text += fmt.Sprintf(" with its files (%d)", files)
	default:
		text += fmt.Sprintf(
			"; %d of its %d files remain, since other submissions have them or they cannot be removed now",
			files-removed, files)
	}
	return text + "."
}
