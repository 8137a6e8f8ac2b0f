package portal

import (
	"context"
	"log/slog"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"strand/domain/portal"
	"strand/internal/pubsub"
	"strand/service/website/visit"
)

// TestChangeStreams_Follow: a change of the user's rights is sent at its event, and without one at the next poll.
//
// Rules: ROLE-6.
func TestChangeStreams_Follow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		hub, first := &pubsub.Hub{}, &portal.User{ID: "u"}
		var user atomic.Pointer[portal.User]
		user.Store(first)
		verify := func(context.Context) (*portal.User, error) { return user.Load(), nil }
		req := &visit.Request{User: first, Verify: verify}
		ctx, stop := context.WithCancel(t.Context())
		changes := NewChangeStreams(nil, hub, slog.New(slog.DiscardHandler)).Follow(ctx, req)
		expect := func(after time.Duration, roles ...string) {
			t.Helper()
			began := time.Now()
			if got := <-changes; !slices.Equal(got.Roles, roles) || time.Since(began) != after {
				t.Errorf("%q after %s, want %q after %s", got.Roles, time.Since(began), roles, after)
			}
		}
		expect(0)
		synctest.Wait()
		user.Store(&portal.User{ID: "u", Roles: []string{"a"}})
		hub.Publish(UserTopic("u"))
		expect(0, "a")
		synctest.Wait()
		hub.Publish(UserTopic("u")) // what has not changed is sent after an event, not after a poll
		expect(0, "a")
		synctest.Wait()
		user.Store(first)
		expect(PollInterval)
		stop()
		synctest.Wait()
		if _, isOpen := <-changes; isOpen {
			t.Error("the stream does not end")
		}
	})
}

// TestFollowedTopics: the organizations of an administrator are not read with every poll.
func TestFollowedTopics(t *testing.T) {
	const poll = PollInterval
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for name, test := range map[string]struct {
		follows followedTopics
		later   time.Duration
		roles   []string
		want    bool
	}{
		"before the first reading":   {followedTopics{}, 0, nil, true},
		"at the next poll":           {followedTopics{at, []string{"a"}, true}, poll, []string{"a"}, false},
		"after five minutes":         {followedTopics{at, []string{"a"}, true}, 5 * time.Minute, []string{"a"}, true},
		"with other roles":           {followedTopics{at, []string{"a"}, true}, poll, []string{"a", "b"}, true},
		"after a reading that fails": {followedTopics{at, []string{"a"}, false}, poll, []string{"a"}, true},
	} {
		if got := test.follows.isOld(at.Add(test.later), test.roles); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
