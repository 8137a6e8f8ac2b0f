package recovery

import (
	"bytes"
	"encoding/json"
	"errors"
	"log/slog"
	"strings"
	"testing"
)

// Rules: ERR-1.
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
		`"msg":"panic_recovered"`, `"level":"ERROR"`, `"unit":"cache_load"`, "recovery_test.go", "nil pointer",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the log lacks %s: %s", want, out.String())
		}
	}
}

// TestGo_Panic: the panic of a goroutine does not end the process and is logged, without its text, which can quote the
// input.
//
// Rules: ERR-1.
func TestGo_Panic(t *testing.T) {
	logged := make(chan string, 1)
	log := slog.New(slog.NewJSONHandler(lineWriter(logged), nil))
	Go(t.Context(), log, "watcher", func() { panic("broken by secret-input") })
	var event struct{ Msg, Level, Unit, Panic string }
	if err := json.Unmarshal([]byte(<-logged), &event); err != nil {
		t.Fatal(err)
	}
	if event.Msg != "panic_recovered" || event.Level != "ERROR" || event.Unit != "watcher" || event.Panic != "string" {
		t.Errorf("the log event is %+v", event)
	}
}

// lineWriter sends each log event that is written to it.
type lineWriter chan string

func (w lineWriter) Write(line []byte) (int, error) {
	w <- string(line)
	return len(line), nil
}
