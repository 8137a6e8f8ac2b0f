package shared_test

import (
	"strings"
	"testing"
	"time"

	"strand/internal/shared"
	"strand/test/sharedtest"
)

// TestMarks: a mark is new for one server, until it expires; without Redis it is unknown.
func TestMarks(t *testing.T) {
	redis, ctx := sharedtest.Start(t), t.Context()
	marks := func() shared.Marks {
		connection := open(t, redis)
		connection.Timeout = 10 * time.Second
		return shared.NewMarks(connection)
	}
	first, second := marks(), marks()
	if isNew, ok := first.Set(ctx, "a call", time.Hour); !isNew || !ok {
		t.Errorf("first: %t %t", isNew, ok)
	}
	for name, m := range map[string]shared.Marks{"the same server": first, "another server": second} {
		if isNew, ok := m.Set(ctx, "a call", time.Hour); isNew || !ok {
			t.Errorf("%s: %t %t", name, isNew, ok)
		}
	}
	if isNew, ok := second.Set(ctx, "another call", time.Hour); !isNew || !ok {
		t.Errorf("another call: %t %t", isNew, ok)
	}
	a := newAttacker(t, redis)
	keys, err := a.do(a.client.B().Keys().Pattern("*").Build()).AsStrSlice()
	if err != nil || len(keys) != 2 || strings.Contains(strings.Join(keys, " "), "call") {
		t.Errorf("%q %v", keys, err)
	}
	for _, key := range keys {
		if left, err := a.do(a.client.B().Pttl().Key(key).Build()).AsInt64(); err != nil || left <= 0 {
			t.Errorf("%s expires in %d ms, %v", key, left, err)
		}
	}
	redis.Kill()
	if isNew, ok := first.Set(ctx, "a third call", time.Hour); isNew || ok {
		t.Errorf("without Redis: %t %t", isNew, ok)
	}
}
