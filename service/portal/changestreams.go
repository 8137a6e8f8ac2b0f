package portal

import (
	"context"
	"log/slog"
	"slices"
	"time"

	"strand/domain/optional"
	"strand/domain/portal"
	"strand/domain/useradmin"
	"strand/internal/apperr"
	"strand/internal/pubsub"
	"strand/internal/recovery"
	"strand/service/website/visit"
)

// ChangeStreams notifies users about changes of their rights and administrators about users. It is safe for concurrent
// use.
type ChangeStreams struct {
	reader userReader
	topics *pubsub.Hub
	log    *slog.Logger
}

// userReader reads what an administrator manages.
type userReader interface {
	ManagedOrganizations(ctx context.Context, idToken string) ([]*useradmin.ManagedOrganization, error)
	PendingRequestCount(ctx context.Context, idToken string) (int, error)
}

// NewChangeStreams returns the notifications of the portal.
func NewChangeStreams(reader userReader, topics *pubsub.Hub, log *slog.Logger) *ChangeStreams {
	return &ChangeStreams{reader: reader, topics: topics, log: log}
}

// Follow sends changes of the user's rights and, to an administrator, of users, until the session ends.
func (p *ChangeStreams) Follow(ctx context.Context, req *visit.Request) <-chan *portal.Change {
	changes := make(chan *portal.Change)
	recovery.Go(ctx, p.log, "portal_changes", func() {
		defer close(changes)
		again := time.NewTicker(PollInterval)
		defer again.Stop()
		hasChanged := true
		var last *portal.Change
		var follows followedTopics
		changed, done := (<-chan struct{})(nil), func() {}
		defer func() { done() }()
		for {
			if hasChanged || follows.isOld(time.Now(), req.User.Roles) {
				topics, isWhole := p.topicsOf(ctx, req)
				follows = followedTopics{time.Now(), req.User.Roles, isWhole}
				next, leave := p.topics.Subscribe(topics...)
				// Keep a notification of the previous subscription that was not handled yet.
				hasChanged = hasChanged || len(changed) > 0
				done()
				changed, done = next, leave
			}
			change, err := p.read(ctx, req)
			if apperr.CodeOf(err) == apperr.Unauthenticated {
				return
			}
			if err != nil {
				p.log.WarnContext(ctx, "portal_changes_not_read", "error", err)
			} else if hasChanged || !isSameChange(change, last) {
				select {
				case changes <- change:
					last = change
				case <-ctx.Done():
					return
				}
			}
			hasChanged = false
			select {
			case <-ctx.Done():
				return
			case _, isOpen := <-changed:
				if !isOpen {
					return
				}
				hasChanged = true
			case <-again.C:
			}
		}
	})
	return changes
}

// followedTopics records when the topics of a subscription were read, for which roles, and whether all could be read.
type followedTopics struct {
	at      time.Time
	roles   []string
	isWhole bool
}

// isOld reports whether the topics have to be read again. A change of the organizations publishes to a followed topic,
// so that polls do not have to call sis.
func (f followedTopics) isOld(now time.Time, roles []string) bool {
	return !f.isWhole || !slices.Equal(f.roles, roles) || now.Sub(f.at) >= VerifyInterval
}

// topicsOf returns the topics of a user's subscription: the user's rights and, for an administrator, the
// organizations. While sis cannot be read, it returns the user's rights only, and isWhole is false.
func (p *ChangeStreams) topicsOf(ctx context.Context, req *visit.Request) (topics []string, isWhole bool) {
	topics = []string{UserTopic(req.User.ID)}
	if !req.User.IsInAudience(portal.DelegatedAdmin) {
		return topics, true
	}
	organizations, err := p.reader.ManagedOrganizations(ctx, req.IDToken)
	if err != nil {
		return topics, false
	}
	for _, o := range organizations {
		topics = append(topics, OrganizationTopic(o.ID))
	}
	return topics, true
}

func (p *ChangeStreams) read(ctx context.Context, req *visit.Request) (*portal.Change, error) {
	user, err := req.Verify(ctx)
	if err != nil {
		return nil, err
	}
	req.User = user
	change := &portal.Change{Roles: append([]string{}, user.Roles...)}
	if user.IsInAudience(portal.DelegatedAdmin) {
		count, err := p.reader.PendingRequestCount(ctx, req.IDToken)
		if err != nil {
			return nil, err
		}
		change.PendingRequestCount = &count
	}
	return change, nil
}

func isSameChange(a, b *portal.Change) bool {
	return b != nil && slices.Equal(a.Roles, b.Roles) &&
		optional.OrEmpty(a.PendingRequestCount) == optional.OrEmpty(b.PendingRequestCount)
}
