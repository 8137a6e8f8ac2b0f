package shared_test

import (
	"slices"
	"testing"
	"time"

	"strand/internal/shared"
	"strand/test/sharedtest"
)

// TestBoard: servers read each other's values until their time is over, and no value that no server has written.
func TestBoard(t *testing.T) {
	redis, ctx := sharedtest.Start(t), t.Context()
	board := func() *shared.Board {
		connection := open(t, redis)
		connection.Timeout = 10 * time.Second
		return shared.NewBoard(connection, "editors")
	}
	first, second := board(), board()
	post := func(b *shared.Board, id, value string, lifetime time.Duration) []string {
		t.Helper()
		values, ok := b.Post(ctx, id, []byte(value), lifetime)
		if !ok {
			t.Fatal("Redis does not answer")
		}
		var texts []string
		for _, v := range values {
			texts = append(texts, string(v))
		}
		slices.Sort(texts)
		return texts
	}
	post(first, "a", "one", time.Hour)
	if got := post(second, "b", "two", time.Hour); !slices.Equal(got, []string{"one", "two"}) {
		t.Errorf("another server: %q", got)
	}
	if got := post(first, "a", "three", time.Hour); !slices.Equal(got, []string{"three", "two"}) {
		t.Errorf("a changed value: %q", got)
	}
	a := newAttacker(t, redis)
	keys, err := a.do(a.client.B().Keys().Pattern("*board*").Build()).AsStrSlice()
	if err != nil || len(keys) != 1 {
		t.Fatalf("%q %v", keys, err)
	}
	if left, err := a.do(a.client.B().Pttl().Key(keys[0]).Build()).AsInt64(); err != nil || left <= 0 {
		t.Errorf("the board expires in %d ms, %v", left, err)
	}
	// The value of one id is not that of another.
	stolen, err := a.do(a.client.B().Hget().Key(keys[0]).Field("b").Build()).ToString()
	if err != nil {
		t.Fatal(err)
	}
	a.do(a.client.B().Hset().Key(keys[0]).FieldValue().
		FieldValue("c", stolen).FieldValue("d", "short").FieldValue("e", "").Build())
	if got := post(first, "a", "four", time.Hour); !slices.Equal(got, []string{"four", "two"}) {
		t.Errorf("with values of others: %q", got)
	}
	// A value whose time is over is removed.
	post(first, "f", "over", 0)
	if got := post(second, "b", "two", time.Hour); slices.Contains(got, "over") {
		t.Errorf("after its time: %q", got)
	}
	redis.Kill()
	if _, ok := first.Post(ctx, "a", []byte("five"), time.Hour); ok {
		t.Error("without Redis, a value is posted")
	}
}
