package recovery

import (
	"bytes"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

func TestDo(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(&out, nil))
	failure := errors.New("failed")
	if err := Do(t.Context(), log, "cache_load", func() error { return failure }); !errors.Is(err, failure) ||
		out.Len() > 0 {
		t.Errorf("an error: %v, log %s", err, out.String())
	}
	err := Do(t.Context(), log, "cache_load", func() error {
		var missing *struct{ name string }
		_ = missing.name
		return nil
	})
	var panicked *PanicError
	if !errors.As(err, &panicked) || panicked.Unit != "cache_load" {
		t.Fatalf("a panic: %v", err)
	}
	for _, want := range []string{
		`"msg":"panic_recovered"`, `"level":"ERROR"`, `"unit":"cache_load"`, "recovery_test.go",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the log lacks %s: %s", want, out.String())
		}
	}
}

func TestGo(t *testing.T) {
	done := make(chan struct{})
	Go(t.Context(), slog.New(slog.DiscardHandler), "watcher", func() {
		defer close(done)
		panic("broken")
	})
	<-done
}
