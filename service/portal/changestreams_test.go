package portal

import (
	"testing"
	"time"
)

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
