package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"maps"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"strand/edge/pages"
)

// explainTimeout bounds the request to the running server, which may have to render the document.
const explainTimeout = 10 * time.Second

// runExplain requests the explanation of a URL from the running server and prints it.
func runExplain(env environment, arguments []string) error {
	flags := flag.NewFlagSet("explain", flag.ContinueOnError)
	asJSON := flags.Bool("json", false, "")
	others, err := parse(flags, arguments)
	if err != nil {
		return err
	}
	if len(others) != 1 {
		return usagef("explain takes one URL, such as http://localhost:8080/en")
	}
	c, err := env.load()
	if err != nil {
		return err
	}
	answer, err := askAdmin(c.AdminAddr, "/explain?url="+url.QueryEscape(others[0]))
	if err != nil {
		return err
	}
	if *asJSON {
		_, err := env.out.Write(answer)
		return err
	}
	var found pages.Explanation
	if err := json.Unmarshal(answer, &found); err != nil {
		return fmt.Errorf("read the server's answer: %w", err)
	}
	return printExplanation(env.out, &found, time.Now())
}

// askAdmin requests a path of the running server's admin port.
func askAdmin(addr, path string) ([]byte, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, fmt.Errorf("read STRAND_ADMIN_ADDR: %w", err)
	}
	if host == "" {
		host = "localhost"
	}
	ctx, cancel := context.WithTimeout(context.Background(), explainTimeout)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+path, nil)
	if err != nil {
		return nil, fmt.Errorf("call the admin port: %w", err)
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, fmt.Errorf("no server answers at the admin port (STRAND_ADMIN_ADDR, %s): %w", addr, err)
	}
	defer response.Body.Close()
	answer, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("read the server's answer: %w", err)
	}
	if response.StatusCode != http.StatusOK && !strings.HasPrefix(path, "/readyz") { // 503 of /readyz is an answer, too
		var failure struct{ Error struct{ Message string } }
		if json.Unmarshal(answer, &failure) != nil || failure.Error.Message == "" {
			failure.Error.Message = strings.TrimSpace(string(answer))
		}
		return nil, fmt.Errorf("the server answered with status %d: %s", response.StatusCode, failure.Error.Message)
	}
	return answer, nil
}

// printExplanation prints an explanation in human-readable form.
func printExplanation(out io.Writer, found *pages.Explanation, now time.Time) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(name, format string, arguments ...any) {
		fmt.Fprintf(w, name+"\t"+format+"\n", arguments...)
	}
	line("url", "%s", found.URL)
	line("status", "%d", found.Status)
	if found.Location != "" {
		line("location", "%s", found.Location)
	}
	list := func(name string, lines []string) {
		for i, text := range lines {
			if i > 0 {
				name = ""
			}
			line(name, "%s", text)
		}
	}
	list("cause", found.Causes)
	for _, system := range slices.Sorted(maps.Keys(found.Systems)) {
		line("system", "%s is %s", system, found.Systems[system])
	}
	if !found.IsCached {
		line("cache", "this document is not cached")
		return w.Flush()
	}
	line("cache", "%s", found.State)
	if found.IsDegraded {
		line("degraded", "a part is missing; it is reloaded soon")
	}
	line("made", "%s (%s ago)", found.MadeAt.Format(time.RFC3339), now.Sub(*found.MadeAt).Round(time.Second))
	line("fresh until", "%s", found.FreshUntil.Format(time.RFC3339))
	if change := found.LastChange; change != nil {
		line("last change", "%s of %s, event %s", change.At.Format(time.RFC3339), change.Source, change.ID)
	} else {
		line("last change", "none since the server started")
	}
	list("records", found.Records)
	return w.Flush()
}
