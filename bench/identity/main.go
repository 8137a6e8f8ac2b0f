// Identity compares the cost of verifying an ID token with that of a whole authenticated request, in alternating
// rounds, with the median of their ratios. The tokens come from its own provider, on loopback.
//
//	go run ./bench/identity
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"strand/bench/tokens"
	"strand/demo"
	"strand/internal/database"
	"strand/upstream/identity"
)

const (
	rounds   = 7
	requests = 2000
	query    = `{"query":"{ me { fullName initials roles } ` +
		`serviceRegistrations(locale: \"en\") { service status serviceUrl } }"}`
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "identity:", err)
		os.Exit(1)
	}
}

func run() error {
	data, err := os.MkdirTemp("", "strand-bench")
	if err != nil {
		return err
	}
	defer os.RemoveAll(data)
	issuer, err := tokens.Start()
	if err != nil {
		return err
	}
	defer issuer.Close()
	log := slog.New(slog.NewTextHandler(io.Discard, nil))
	c, own, err := demo.Load("", append(
		os.Environ(),
		"STRAND_DATA_DIR="+data,
		"STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_RENDERERS=0",
		"STRAND_LOG_LEVEL=error",
		"STRAND_IDENTITY_ISSUER="+issuer.URL,
	))
	if err != nil {
		return err
	}
	strand, err := demo.New(c, own, log)
	if err != nil {
		return err
	}
	defer func() { _ = strand.Close(context.Background()) }()
	revocations, err := identity.OpenRevocations(
		context.Background(), database.Location{File: filepath.Join(data, "bench.db")}, log, nil,
	)
	if err != nil {
		return err
	}
	defer revocations.Close()
	verifier, err := identity.New(identity.Options{
		Issuer:      issuer.URL,
		ClientID:    tokens.ClientID,
		Timeout:     time.Second,
		Revocations: revocations,
		Log:         log,
	})
	if err != nil {
		return err
	}
	// Each token is used by one request that has to verify it.
	shown := make([]string, rounds*requests+1)
	for i := range shown {
		if shown[i], err = issuer.Token("bench"); err != nil {
			return err
		}
	}
	known, fresh := shown[0], shown[1:]
	var remembered, anew []float64
	for round := range rounds {
		whole, err := each(requests, func(int) error { return ask(strand.Handler, known) })
		if err != nil {
			return err
		}
		again, err := each(
			requests,
			func(int) error { _, err := verifier.Verify(context.Background(), known); return err },
		)
		if err != nil {
			return err
		}
		first, err := each(requests, func(i int) error {
			_, err := verifier.Verify(context.Background(), fresh[round*requests+i])
			return err
		})
		if err != nil {
			return err
		}
		remembered, anew = append(remembered, float64(again)/float64(whole)), append(anew,
			float64(first)/float64(whole))
		fmt.Printf("a request %v, its token %v (%.1f %%), a new token %v (%.1f %%)\n", whole, again,
			100*remembered[round], first, 100*anew[round])
	}
	slices.Sort(remembered)
	slices.Sort(anew)
	fmt.Printf("median: %.1f %% for a known token, %.1f %% for a new one\n",
		100*remembered[rounds/2], 100*anew[rounds/2])
	return nil
}

// each returns the average duration of n calls.
func each(n int, do func(i int) error) (time.Duration, error) {
	started := time.Now()
	for i := range n {
		if err := do(i); err != nil {
			return 0, err
		}
	}
	return time.Since(started) / time.Duration(n), nil
}

func ask(h http.Handler, token string) error {
	r := httptest.NewRequest(http.MethodPost, "http://localhost:8080/graphql", bytes.NewReader([]byte(query)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	if body := w.Body.String(); !strings.Contains(body, "Bench Mark") {
		return fmt.Errorf("%d %s", w.Code, body)
	}
	return nil
}
