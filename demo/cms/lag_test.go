package cms

import (
	"testing"
	"testing/synctest"
	"time"

	"strand/demo/cms/content"
)

// TestLagging: former content is returned for the lag after a change, and at once without one.
func TestLagging(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var l lagging
		former, present := &content.Snapshot{}, &content.Snapshot{}
		l.of(former, time.Minute)
		if l.of(present, time.Minute) != former {
			t.Error("the change is seen at once")
		}
		time.Sleep(59 * time.Second)
		if l.of(present, time.Minute) != former {
			t.Error("the change is seen before the lag")
		}
		time.Sleep(time.Second)
		if l.of(present, time.Minute) != present {
			t.Error("the change is not seen after the lag")
		}
		if l.of(former, 0) != former {
			t.Error("without a lag, a change is not seen at once")
		}
	})
}
