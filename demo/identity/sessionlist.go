package identity

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"strand/domain/account"
	"strand/internal/database"
)

// maxSessions is the number of sessions in the list of a user.
const maxSessions = 100

// Sessions returns the sessions of a user, the latest activity first, and marks that of an ID token (sid). A session is
// in the list while its browser, or an application with its tokens, can use it.
func (p *Provider) Sessions(ctx context.Context, userID, sid string) ([]*account.Session, error) {
	now := p.store.now()
	all, err := database.All(
		ctx,
		p.store.db,
		func(row database.Row) (*account.Session, error) {
			found := &account.Session{}
			var signedIn, seen int64
			err := row.Scan(&found.ID, &found.Browser, &found.System, &signedIn, &seen, &found.IsCurrent)
			found.SignedInAt, found.LastSeenAt = time.UnixMilli(signedIn).UTC(), time.UnixMilli(seen).UTC()
			return found, err
		},
		`WITH own AS (
			SELECT s.*, (SELECT max(a.expires_at) FROM access_tokens a JOIN grants g ON g.sid = a.sid
				WHERE g.session_hash = s.hash AND g.expires_at > ?2) AS token_until
			FROM sessions s WHERE s.user_id = ?1
		)
		SELECT id, browser, system, signed_in_at, max(seen_at, coalesce(token_until, 0) - ?5) AS seen,
			hash = coalesce((SELECT session_hash FROM grants WHERE sid = ?6), '')
		FROM own WHERE token_until IS NOT NULL OR seen_at > ?3 AND signed_in_at > ?4
		ORDER BY seen DESC, id LIMIT ?7`,
		userID, now.UnixMilli(), now.Add(-sessionIdle).UnixMilli(), now.Add(-sessionLifetime).UnixMilli(),
		tokenLifetime.Milliseconds(), sid, maxSessions,
	)
	if err != nil {
		return nil, fmt.Errorf("read the sessions of %s: %w", userID, err)
	}
	return all, nil
}

// EndSession ends a session of a user by its id. An unknown one, or that of another user, changes nothing.
func (p *Provider) EndSession(ctx context.Context, userID, id string) error {
	var hash string
	err := p.store.db.QueryRowContext(ctx, `SELECT hash FROM sessions WHERE id = ? AND user_id = ?`, id, userID).
		Scan(&hash)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("read a session: %w", err)
	}
	return p.store.signOut(ctx, hash)
}

// maxAgent is the length up to which a User-Agent header is read.
const maxAgent = 512

// The names of browsers and systems by the part of a User-Agent header that only they have, in this order: most
// browsers name others, too.
var (
	browserNames = [][2]string{
		{"Edg", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"}, {"Firefox/", "Firefox"},
		{"FxiOS/", "Firefox"}, {"Chrome/", "Chrome"}, {"CriOS/", "Chrome"}, {"Safari/", "Safari"},
	}
	systemNames = [][2]string{
		{"iPhone", "iOS"}, {"iPad", "iPadOS"}, {"Android", "Android"}, {"Windows", "Windows"}, {"CrOS", "ChromeOS"},
		{"Mac OS X", "macOS"}, {"Linux", "Linux"},
	}
)

// describeAgent returns the names of browser and operating system; empty for unknown ones. The header comes from the
// browser, and only these names are stored.
func describeAgent(header string) (browser, system string) {
	header = header[:min(len(header), maxAgent)]
	name := func(names [][2]string) string {
		for _, n := range names {
			if strings.Contains(header, n[0]) {
				return n[1]
			}
		}
		return ""
	}
	return name(browserNames), name(systemNames)
}
