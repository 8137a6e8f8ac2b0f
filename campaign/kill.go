package main

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"slices"
	"time"

	_ "modernc.org/sqlite" // to count writes in the database of sis
)

const (
	// kills is the number of kills of the server, killsInCase that of one case of the results.
	kills, killsInCase = 300, 50
	// deliveryLimit is how long forms may take to reach sis after the last start.
	deliveryLimit = 2 * time.Minute
)

// runKill kills the server right after writes that it has acknowledged, and counts them in sis.
func runKill(ctx context.Context, c *campaign) error {
	out, err := openResults(c.results, "kill", c.revision)
	if err != nil {
		return err
	}
	ids := []string{}
	for first := 0; first < kills; first += killsInCase {
		if id := fmt.Sprintf("kill -9, %d to %d", first+1, first+killsInCase); !out.done[id] &&
			c.cases.MatchString(id) {
			ids = append(ids, id)
		}
	}
	if len(ids) == 0 {
		return nil
	}
	r, err := newTestServer(ctx, c, "kill")
	if err != nil {
		return err
	}
	defer r.close()
	if err := r.start(ctx, filepath.Join(r.dir, "data"), "STRAND_RENDERERS=0"); err != nil {
		return err
	}
	if err := r.createTicket(ctx); err != nil {
		return err
	}
	for _, id := range ids {
		found, err := r.killAfterWrites(ctx)
		if ctx.Err() != nil {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%s: %w", id, err)
		}
		if err := out.add(id, *found); err != nil {
			return err
		}
		fmt.Printf("kill, %s: %s %v\n", id, found.Word, found.Figures)
	}
	return nil
}

// counted are the writes, each with the statement that counts it in a database of sis.
var counted = []struct{ target, file, count string }{
	{"form submit", "sis/sis.db", `SELECT count(*) FROM requests WHERE instr(input, ?) > 0`},
	{"create ticket", "directory/directory.db", `SELECT count(*) FROM tickets WHERE subject = ?`},
	{"comment", "directory/directory.db", `SELECT count(*) FROM ticket_comments WHERE text = ?`},
	{"profile", "directory/directory.db", `SELECT count(*) FROM users WHERE company = ?`},
}

// killAfterWrites makes writes of all kinds and kills the server at the acknowledgement of one of them. It repeats
// writes without an acknowledgement with their keys. sis must have each acknowledged write exactly once.
func (r *testServer) killAfterWrites(ctx context.Context) (*row, error) {
	if err := r.signIn(ctx); err != nil {
		return nil, err
	}
	acknowledged := map[string][]string{}
	lastProfile := ""
	figures := map[string]float64{}
	for n := range killsInCase {
		for i, w := range counted {
			t := &targets[slices.IndexFunc(targets, func(t target) bool { return t.name == w.target })]
			key := newKey()
			// The kinds take turns in being the last write before the kill.
			isKilled := n%len(counted) == i
			got := r.ask(ctx, t, t.warm, key)
			if v := checkAnswer(t.kind, r.address, got, nil); v.result != allWell {
				return nil, fmt.Errorf("%s is not acknowledged: %s %s", t.name, v.result, v.detail)
			}
			acknowledged[w.target] = append(acknowledged[w.target], key)
			if w.target == "profile" {
				lastProfile = key
			}
			if !isKilled {
				continue
			}
			r.process.kill()
			if err := r.start(ctx, filepath.Join(r.dir, "data"), "STRAND_RENDERERS=0"); err != nil {
				return nil, err
			}
			figures["kills"]++
			// A caller without an answer repeats the write.
			if again := checkAnswer(t.kind, r.address, r.ask(ctx, t, t.warm, key), nil); again.result != allWell {
				figures["retries answered otherwise"]++
			}
		}
	}
	var lost, doubled float64
	for _, w := range counted {
		db, err := sql.Open(
			"sqlite",
			"file:"+filepath.ToSlash(filepath.Join(r.systems.dir, w.file))+"?"+url.Values{"mode": {"ro"}}.Encode(),
		)
		if err != nil {
			return nil, fmt.Errorf("open the database of sis: %w", err)
		}
		keys := acknowledged[w.target]
		figures[w.target] = float64(len(keys))
		if w.target == "profile" {
			keys = []string{lastProfile} // each replaces the one before
		}
		for _, key := range keys {
			n, err := countOf(ctx, db, w.count, key)
			if err != nil {
				_ = db.Close()
				return nil, err
			}
			switch {
			case n == 0:
				lost++
			case n > 1:
				doubled++
			}
		}
		_ = db.Close()
	}
	figures["lost"], figures["doubled"] = lost, doubled
	found := &row{Class: "kill", Word: allWell, Figures: figures}
	if lost+doubled+figures["retries answered otherwise"] > 0 {
		found.Word = "lost or doubled"
	}
	return found, nil
}

// countOf waits until sis has a write, and returns how often it is stored.
func countOf(ctx context.Context, db *sql.DB, statement, key string) (n int, err error) {
	_ = await(ctx, deliveryLimit, 200*time.Millisecond, func() bool {
		err = db.QueryRowContext(ctx, statement, key).Scan(&n)
		return err != nil || n > 0
	})
	if err != nil {
		return 0, fmt.Errorf("count in the database of sis: %w", err)
	}
	return n, nil
}
