package respond

import (
	"strconv"
	"testing"
	"time"
)

// TestPublicFor: other caches do not serve an answer beyond the time at which it changes by itself.
//
// Rules: FEED-19.
func TestPublicFor(t *testing.T) {
	now := time.Now()
	for name, test := range map[string]struct {
		changesAt time.Time
		// least and most are in seconds: the test takes time.
		least, most int
	}{
		"it does not change":           {time.Time{}, 600, 600},
		"it changes later":             {now.Add(time.Hour), 600, 600},
		"it changes in 5 minutes":      {now.Add(5 * time.Minute), 1, 300},
		"it changes now":               {now, 0, 0},
		"it should have changed":       {now.Add(-time.Hour), 0, 0},
		"it changes in the far future": {now.AddDate(200, 0, 0), 600, 600},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := strconv.Atoi(PublicFor(10*time.Minute, test.changesAt))
			if err != nil || got < test.least || got > test.most {
				t.Errorf("%d, want %d to %d", got, test.least, test.most)
			}
		})
	}
}
