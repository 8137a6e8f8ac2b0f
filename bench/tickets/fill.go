package main

import (
	"context"
	"crypto/rand"
	"database/sql"
	"fmt"
	"log/slog"
	mathrand "math/rand/v2"
	"path/filepath"
	"strings"
	"time"

	"strand/demo/sisportal"
	"strand/demo/userstore"
	"strand/internal/sqlite"
)

// The users: one of an organization with as many tickets as the size of the desk, one of three organizations with 30
// tickets for each 100 of those, and one who sees all.
const (
	ofOne    = "user-customer"
	ofThree  = "user-bench"
	employee = "user-internal"
)

// others are the organizations other than the largest one.
var others = []string{"org-bench-1", "org-bench-2", "org-bench-3"}

// visibleTickets returns how many tickets a user sees on a desk of a size, without the sample tickets.
func visibleTickets(user string, size int) int {
	ofOthers := len(others) * size * 3 / 10
	return map[string]int{ofOne: size, ofThree: ofOthers, employee: size + ofOthers}[user]
}

// fill creates the tickets of a desk in a data folder.
func fill(dataDir string, size int) error {
	log := slog.New(slog.DiscardHandler)
	users, err := userstore.Open(
		userstore.Options{Dir: filepath.Join(dataDir, "directory"), ContentDir: "demo/content/identity", Logger: log},
	)
	if err != nil {
		return err
	}
	defer users.Close()
	// This creates the tables.
	sis, err := sisportal.New(
		sisportal.Options{Dir: filepath.Join(dataDir, "sis", "tickets"), Users: users, Logger: log},
	)
	if err != nil {
		return err
	}
	// The database needs no durability.
	if _, err := users.DB().Exec(
		`PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA cache_size = -1000000`,
	); err != nil {
		return err
	}
	ctx := context.Background()
	err = sqlite.InTx(ctx, users.DB(), func(tx *sql.Tx) error {
		if _, err := tx.Exec(
			`INSERT INTO users (id, email, first_name, last_name, password_hash, created_at)
				VALUES (?, 'bench@example.com', 'Bench', 'Mark', '', 0)`,
			ofThree,
		); err != nil {
			return err
		}
		places := [][2]string{}
		add := func(n int, organization, location string) {
			for range n {
				places = append(places, [2]string{organization, location})
			}
		}
		add(size/2, "org-nordkabel", "loc-nordkabel-winterthur")
		add(size-size/2, "org-nordkabel", "loc-nordkabel-brno")
		for i, organization := range others {
			location := fmt.Sprintf("loc-bench-%d", i)
			for _, statement := range []string{
				`INSERT INTO organizations (id, name, country, sub_region, city) VALUES (?1, ?1, 'DE', '', '')
					ON CONFLICT DO NOTHING`,
				`INSERT INTO locations (id, organization_id, name, address, postal_code, city, country)
					VALUES (?2, ?1, ?2, '', '', '', 'DE')`,
				`INSERT INTO memberships (user_id, organization_id) VALUES (?3, ?1)`,
				`INSERT INTO accesses (user_id, organization_id, application, status, changed_at)
					VALUES (?3, ?1, 'TICKETING', 'ACTIVE', 0)`,
			} {
				if _, err := tx.Exec(statement, organization, location, ofThree); err != nil {
					return err
				}
			}
			add(size*3/10, organization, location)
		}
		return tickets(tx, places)
	})
	if err != nil {
		return err
	}
	return sis.IndexTickets(ctx)
}

// tickets inserts one ticket per organization and location, in a mixed order, each with an answer.
func tickets(tx *sql.Tx, places [][2]string) error {
	r := mathrand.New(mathrand.NewPCG(1, 2))
	r.Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	var number int64
	if err := tx.QueryRow(`SELECT coalesce(max(number), 10000) FROM tickets`).Scan(&number); err != nil {
		return err
	}
	ticket, err := tx.Prepare(
		`INSERT INTO tickets (id, key, number, location_id, organization_id, contact_id, type, concern, subject,
			description, machine, serial_number, status, created_at, updated_at)
		VALUES (?1, ?1, ?2, ?3, ?4, ?5, 'MALFUNCTION', 'CRIMPING', ?6, ?7, 'Alpha 530', ?8, ?9, ?10, ?11)`,
	)
	if err != nil {
		return err
	}
	defer ticket.Close()
	comment, err := tx.Prepare(
		`INSERT INTO ticket_comments (id, key, ticket_id, author_id, text, created_at) VALUES (?1, ?1, ?2, ?3, ?4, ?5)`,
	)
	if err != nil {
		return err
	}
	defer comment.Close()
	words := vocabulary(r)
	statuses := []string{"OPEN", "IN_PROGRESS", "WAITING", "CLOSED", "CLOSED", "CLOSED", "CLOSED", "CLOSED"}
	start := time.Now().Add(-time.Duration(len(places)) * time.Minute).UnixMilli()
	for i, p := range places {
		id, created := rand.Text(), start+int64(i)*60_000
		updated := created + r.Int64N(30*24*3_600_000)
		if _, err := ticket.Exec(
			id, number+int64(i)+1, p[1], p[0], ofOne, text(r, words, 5), text(r, words, 12),
			fmt.Sprintf("A530-%06d", i), statuses[r.IntN(len(statuses))], created, updated,
		); err != nil {
			return err
		}
		if _, err := comment.Exec(rand.Text(), id, employee, text(r, words, 12), updated); err != nil {
			return err
		}
	}
	return nil
}

// vocabulary returns made-up words; the first is one that is searched for.
func vocabulary(r *mathrand.Rand) []string {
	words := make([]string, 300)
	for i := range words {
		var b strings.Builder
		for range 2 + r.IntN(3) {
			b.WriteByte("bdfgklmnprstvw"[r.IntN(14)])
			b.WriteByte("aeiou"[r.IntN(5)])
		}
		words[i] = b.String()
	}
	words[0] = frequentWord
	return words
}

func text(r *mathrand.Rand, words []string, n int) string {
	chosen := make([]string, n)
	for i := range chosen {
		chosen[i] = words[r.IntN(len(words))]
	}
	return strings.Join(chosen, " ")
}
