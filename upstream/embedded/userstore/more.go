package userstore

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"strand/domain/portal"
)

// moreUsers generates users with names from two lists. They have no password.
type moreUsers struct {
	Count      int
	FirstNames []string `yaml:"firstNames"`
	LastNames  []string `yaml:"lastNames"`
}

// place is the organization of a generated user.
type place struct {
	id, name, subRegion, country, city string
	applications                       []portal.Service
}

// addMore adds generated users of every status to all organizations. The result is reproducible.
func (d *Store) addMore(ctx context.Context, tx *sql.Tx, m moreUsers) error {
	if m.Count == 0 {
		return nil
	}
	places, err := queryAll(ctx, tx, func(rows *sql.Rows) (p place, err error) {
		err = rows.Scan(&p.id, &p.name, &p.subRegion, &p.country, &p.city)
		return p, err
	}, `SELECT id, name, sub_region, country, city FROM organizations ORDER BY id`)
	if err != nil {
		return fmt.Errorf("read the organizations: %w", err)
	}
	for i := range places {
		found, err := organizations(ctx, tx, []string{places[i].id})
		if err != nil {
			return err
		}
		places[i].applications = found[0].Applications
	}
	draw := rand.New(rand.NewPCG(1951, uint64(m.Count)))
	add := userGenerator{tx: tx, draw: draw, now: d.now(), life: d.invitationLife}
	if err := add.prepare(ctx); err != nil {
		return err
	}
	defer add.close()
	for i := range m.Count {
		first, last := m.FirstNames[draw.IntN(len(m.FirstNames))], m.LastNames[draw.IntN(len(m.LastNames))]
		if err := add.user(ctx, i, first, last, places[i%len(places)]); err != nil {
			return fmt.Errorf("add the generated user %d: %w", i, err)
		}
	}
	return nil
}

// userGenerator adds generated users with prepared statements.
type userGenerator struct {
	tx                                *sql.Tx
	draw                              *rand.Rand
	now                               time.Time
	life                              time.Duration
	users, memberships, access, roles *sql.Stmt
}

func (m *userGenerator) prepare(ctx context.Context) (err error) {
	for to, query := range map[**sql.Stmt]string{
		&m.users: `INSERT INTO users (id, email, invited_email, first_name, last_name, company, country, city,
			sub_region, language, password_hash,
			account, invited_by, invited_at, invite_expires_at, created_at, verified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?,
			?, 'en', '', ?, ?, ?, ?, ?, ?)`,
		&m.memberships: `INSERT INTO memberships (user_id, organization_id) VALUES (?, ?)`,
		&m.access: `INSERT INTO accesses (user_id, application, status, edition, requested_at, reason, expires_at,
			changed_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
		&m.roles: `INSERT INTO roles (user_id, role) VALUES (?, ?)`,
	} {
		if *to, err = m.tx.PrepareContext(ctx, query); err != nil {
			return fmt.Errorf("prepare to add users: %w", err)
		}
	}
	return nil
}

func (m *userGenerator) close() {
	for _, s := range []*sql.Stmt{m.users, m.memberships, m.access, m.roles} {
		_ = s.Close()
	}
}

// statusesOf contains the statuses that generated users have in turn.
var statusesOf = []portal.AccessStatus{
	portal.AccessActive, portal.AccessActive, portal.AccessPending, portal.AccessActive, portal.AccessInvited,
	portal.AccessActive,
	portal.AccessInactive, portal.AccessActive, portal.AccessInviteExpired, portal.AccessDeclined, portal.AccessActive,
	portal.AccessUnknown,
}

func (m *userGenerator) user(ctx context.Context, i int, first, last string, at place) error {
	id, email := fmt.Sprintf(
		"person-%06d",
		i+1,
	), fmt.Sprintf(
		"%s.%s.%d@example.net",
		asciiLetters(first),
		asciiLetters(last),
		i+1,
	)
	status := statusesOf[(i/12+i)%len(statusesOf)]
	account, invited, invitedBy := portal.AccessActive, "", ""
	var invitedAt, expiresAt *int64
	ago := time.Duration(1+m.draw.IntN(1000)) * time.Hour
	if status == portal.AccessInvited || status == portal.AccessInviteExpired {
		account, invited, invitedBy, email = status, email, "user-internal", id+"@invitation.invalid"
		if ago %= m.life; status == portal.AccessInviteExpired {
			ago += m.life
		}
		sent, ends := millis(m.now.Add(-ago)), millis(m.now.Add(m.life-ago))
		invitedAt, expiresAt = &sent, &ends
	}
	created := millis(m.now.Add(-ago))
	if _, err := m.users.ExecContext(ctx, id, email, invited, first, last, at.name, at.country, at.city, at.subRegion,
		account,
		invitedBy, invitedAt, expiresAt, created, created); err != nil {
		return err
	}
	if _, err := m.memberships.ExecContext(ctx, id, at.id); err != nil {
		return err
	}
	// About every twelfth active user is an administrator.
	if account == portal.AccessActive && m.draw.IntN(12) == 0 {
		if _, err := m.roles.ExecContext(ctx, id, portal.RoleDelegatedAdminExternal); err != nil {
			return err
		}
	}
	decides := m.draw.IntN(len(at.applications))
	for n, application := range at.applications {
		var given portal.AccessStatus
		switch {
		case n == decides:
			given = status
		case status == portal.AccessPending || status == portal.AccessActive:
			if m.draw.IntN(2) == 0 {
				continue
			}
			given = portal.AccessActive
		default:
			continue
		}
		if err := m.give(ctx, id, application, given, created, expiresAt); err != nil {
			return err
		}
	}
	return nil
}

func (m *userGenerator) give(
	ctx context.Context,
	id string,
	application portal.Service,
	status portal.AccessStatus,
	changed int64,
	expiresAt *int64,
) error {
	edition, reason := portal.ArtemisUserType(""), ""
	if portal.HasEditions(application) {
		edition = portal.ArtemisCloud
	}
	if status == portal.AccessDeclined {
		reason = "This is done by another team."
	}
	if _, err := m.access.ExecContext(ctx, id, application, status, edition,
		timeIfStatus(status, portal.AccessPending, changed), reason, expiresAt,
		changed); err != nil {
		return err
	}
	for _, role := range portal.AccessRoles(application, status, edition) {
		if _, err := m.roles.ExecContext(ctx, id, role); err != nil {
			return err
		}
	}
	return nil
}

// asciiLetters returns the letters of a name without accents, for an email address.
func asciiLetters(name string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), name)
	if err != nil {
		plain = name
	}
	return strings.ToLower(plain)
}
