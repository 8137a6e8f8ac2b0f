package sisusers

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"
	"unicode"

	"golang.org/x/text/runes"
	"golang.org/x/text/transform"
	"golang.org/x/text/unicode/norm"

	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/database"
)

// generatedUsers describes users with generated data and names from two lists. They have no password.
type generatedUsers struct {
	Count      int
	FirstNames []string `yaml:"firstNames"`
	LastNames  []string `yaml:"lastNames"`
}

// addGeneratedUsers adds generated users of every status to all organizations. The result is reproducible.
func (s *Store) addGeneratedUsers(ctx context.Context, tx *sql.Tx, g generatedUsers) error {
	if g.Count == 0 {
		return nil
	}
	ids, err := database.All(ctx, tx, database.Text, `SELECT id FROM organizations`)
	if err != nil {
		return fmt.Errorf("read the organizations: %w", err)
	}
	available, err := organizations(ctx, tx, ids)
	if err != nil {
		return err
	}
	slices.SortFunc(available, func(a, b *useradmin.ManagedOrganization) int { return strings.Compare(a.ID, b.ID) })
	draw := rand.New(rand.NewPCG(1951, uint64(g.Count)))
	for i := range g.Count {
		first, last := g.FirstNames[draw.IntN(len(g.FirstNames))], g.LastNames[draw.IntN(len(g.LastNames))]
		if err := s.addGeneratedUser(ctx, tx, draw, i, first, last, available[i%len(available)]); err != nil {
			return fmt.Errorf("add the generated user %d: %w", i, err)
		}
	}
	return nil
}

// generatedStatuses contains the statuses that generated users have in turn.
var generatedStatuses = []portal.AccessStatus{
	portal.AccessActive, portal.AccessActive, portal.AccessPending, portal.AccessActive, portal.AccessInvited,
	portal.AccessActive,
	portal.AccessInactive, portal.AccessActive, portal.AccessInviteExpired, portal.AccessDeclined, portal.AccessActive,
	portal.AccessUnknown,
}

func (s *Store) addGeneratedUser(
	ctx context.Context, tx *sql.Tx, draw *rand.Rand, i int, first, last string, o *useradmin.ManagedOrganization,
) error {
	id := fmt.Sprintf("person-%06d", i+1)
	email := fmt.Sprintf("%s.%s.%d@example.net", asciiLetters(first), asciiLetters(last), i+1)
	status := generatedStatuses[(i/12+i)%len(generatedStatuses)]
	account, invited := right{Status: portal.AccessActive}, ""
	ago := time.Duration(1+draw.IntN(1000)) * time.Hour
	if status == portal.AccessInvited || status == portal.AccessInviteExpired {
		invited, email = email, id+"@invitation.invalid"
		if ago %= s.invitationLifetime; status == portal.AccessInviteExpired {
			ago += s.invitationLifetime
		}
		account.Status, account.GrantedBy = status, "user-internal"
		account.ChangedAt = millis(s.now().Add(-ago))
		account.ExpiresAt = new(millis(s.now().Add(s.invitationLifetime - ago)))
	}
	created := millis(s.now().Add(-ago))
	if _, err := tx.ExecContext(
		ctx,
		`INSERT INTO users (id, email, invited_email, first_name, last_name, company, country, city, sub_region,
			language, password_hash, verified_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'en', '', ?)`,
		id,
		email,
		invited,
		first,
		last,
		o.Name,
		o.Country,
		o.City,
		o.SubRegion,
		created,
	); err != nil {
		return err
	}
	membership := right{OrganizationID: o.ID}
	// About every twelfth active user is an administrator.
	if account.Status == portal.AccessActive && draw.IntN(12) == 0 {
		membership.Role = portal.AdministratorExternal
	}
	if err := errors.Join(setRight(ctx, tx, id, account), setRight(ctx, tx, id, membership)); err != nil {
		return err
	}
	decides := draw.IntN(len(o.Applications))
	for n, application := range o.Applications {
		granted := status
		if n != decides {
			isUsed := status == portal.AccessPending || status == portal.AccessActive
			if !isUsed || draw.IntN(2) == 0 {
				continue
			}
			granted = portal.AccessActive
		}
		reason := ""
		if granted == portal.AccessDeclined {
			reason = "This is done by another team."
		}
		if err := setRight(ctx, tx, id, right{
			OrganizationID: o.ID,
			Application:    application,
			Status:         granted,
			RequestedAt:    timeIfStatus(granted, portal.AccessPending, created),
			Reason:         reason,
			ExpiresAt:      account.ExpiresAt,
			ChangedAt:      created,
		}); err != nil {
			return err
		}
	}
	return nil
}

// asciiLetters returns the letters of a name without accents, for an e-mail address.
func asciiLetters(name string) string {
	plain, _, err := transform.String(transform.Chain(norm.NFD, runes.Remove(runes.In(unicode.Mn))), name)
	if err != nil {
		plain = name
	}
	return strings.ToLower(plain)
}
