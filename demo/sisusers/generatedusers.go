package sisusers

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

	"strand/demo/sqllist"
	"strand/domain/portal"
)

// generatedUsers describes users with generated data and names from two lists. They have no password.
type generatedUsers struct {
	Count      int
	FirstNames []string `yaml:"firstNames"`
	LastNames  []string `yaml:"lastNames"`
}

// seedOrganization is the organization of a generated user.
type seedOrganization struct {
	id, name, subRegion, country, city string
	applications                       []portal.Service
}

// addGeneratedUsers adds generated users of every status to all organizations. The result is reproducible.
func (s *Store) addGeneratedUsers(ctx context.Context, tx *sql.Tx, g generatedUsers) error {
	if g.Count == 0 {
		return nil
	}
	available, err := sqllist.All(ctx, tx, func(row sqllist.Row) (o seedOrganization, err error) {
		err = row.Scan(&o.id, &o.name, &o.subRegion, &o.country, &o.city)
		return o, err
	}, `SELECT id, name, sub_region, country, city FROM organizations ORDER BY id`)
	if err != nil {
		return fmt.Errorf("read the organizations: %w", err)
	}
	for i := range available {
		found, err := organizations(ctx, tx, []string{available[i].id})
		if err != nil {
			return err
		}
		available[i].applications = found[0].Applications
	}
	draw := rand.New(rand.NewPCG(1951, uint64(g.Count)))
	generator := userGenerator{tx: tx, draw: draw, now: s.now(), invitationLifetime: s.invitationLifetime}
	if err := generator.prepare(ctx); err != nil {
		return err
	}
	defer generator.close()
	for i := range g.Count {
		first, last := g.FirstNames[draw.IntN(len(g.FirstNames))], g.LastNames[draw.IntN(len(g.LastNames))]
		if err := generator.user(ctx, i, first, last, available[i%len(available)]); err != nil {
			return fmt.Errorf("add the generated user %d: %w", i, err)
		}
	}
	return nil
}

// userGenerator adds generated users with prepared statements.
type userGenerator struct {
	tx                         *sql.Tx
	draw                       *rand.Rand
	now                        time.Time
	invitationLifetime         time.Duration
	users, memberships, access *sql.Stmt
}

func (g *userGenerator) prepare(ctx context.Context) (err error) {
	for to, query := range map[**sql.Stmt]string{
		&g.users: `INSERT INTO users (id, email, invited_email, first_name, last_name, company, country, city,
			sub_region, language, password_hash,
			account, invited_by, invited_at, invite_expires_at, created_at, verified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?,
			?, 'en', '', ?, ?, ?, ?, ?, ?)`,
		&g.memberships: `INSERT INTO memberships (user_id, organization_id, is_administrator) VALUES (?, ?, ?)`,
		&g.access: `INSERT INTO accesses (user_id, organization_id, application, status, edition, requested_at, reason,
			expires_at, changed_at)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
	} {
		if *to, err = g.tx.PrepareContext(ctx, query); err != nil {
			return fmt.Errorf("prepare to add users: %w", err)
		}
	}
	return nil
}

func (g *userGenerator) close() {
	for _, s := range []*sql.Stmt{g.users, g.memberships, g.access} {
		_ = s.Close()
	}
}

// generatedStatuses contains the statuses that generated users have in turn.
var generatedStatuses = []portal.AccessStatus{
	portal.AccessActive, portal.AccessActive, portal.AccessPending, portal.AccessActive, portal.AccessInvited,
	portal.AccessActive,
	portal.AccessInactive, portal.AccessActive, portal.AccessInviteExpired, portal.AccessDeclined, portal.AccessActive,
	portal.AccessUnknown,
}

func (g *userGenerator) user(ctx context.Context, i int, first, last string, o seedOrganization) error {
	id := fmt.Sprintf("person-%06d", i+1)
	email := fmt.Sprintf("%s.%s.%d@example.net", asciiLetters(first), asciiLetters(last), i+1)
	status := generatedStatuses[(i/12+i)%len(generatedStatuses)]
	account, invited, invitedBy := portal.AccessActive, "", ""
	var invitedAt, expiresAt *int64
	ago := time.Duration(1+g.draw.IntN(1000)) * time.Hour
	if status == portal.AccessInvited || status == portal.AccessInviteExpired {
		account, invited, invitedBy, email = status, email, "user-internal", id+"@invitation.invalid"
		if ago %= g.invitationLifetime; status == portal.AccessInviteExpired {
			ago += g.invitationLifetime
		}
		sent, ends := millis(g.now.Add(-ago)), millis(g.now.Add(g.invitationLifetime-ago))
		invitedAt, expiresAt = &sent, &ends
	}
	created := millis(g.now.Add(-ago))
	if _, err := g.users.ExecContext(ctx, id, email, invited, first, last, o.name, o.country, o.city, o.subRegion,
		account,
		invitedBy, invitedAt, expiresAt, created, created); err != nil {
		return err
	}
	// About every twelfth active user is an administrator.
	isAdministrator := account == portal.AccessActive && g.draw.IntN(12) == 0
	if _, err := g.memberships.ExecContext(ctx, id, o.id, isAdministrator); err != nil {
		return err
	}
	decides := g.draw.IntN(len(o.applications))
	for n, application := range o.applications {
		var granted portal.AccessStatus
		switch {
		case n == decides:
			granted = status
		case status == portal.AccessPending || status == portal.AccessActive:
			if g.draw.IntN(2) == 0 {
				continue
			}
			granted = portal.AccessActive
		default:
			continue
		}
		if err := g.addAccess(ctx, id, o.id, application, granted, created, expiresAt); err != nil {
			return err
		}
	}
	return nil
}

func (g *userGenerator) addAccess(
	ctx context.Context,
	id, organizationID string,
	application portal.Service,
	status portal.AccessStatus,
	changed int64,
	expiresAt *int64,
) error {
	edition, reason := portal.WireFlowEdition(""), ""
	if portal.HasEditions(application) {
		edition = portal.EditionCloud
	}
	if status == portal.AccessDeclined {
		reason = "This is done by another team."
	}
	_, err := g.access.ExecContext(ctx, id, organizationID, application, status, edition,
		timeIfStatus(status, portal.AccessPending, changed), reason, expiresAt,
		changed)
	return err
}

// asciiLetters returns the letters of a name without accents, for an e-mail address.
func asciiLetters(name string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), name)
	if err != nil {
		plain = name
	}
	return strings.ToLower(plain)
}
