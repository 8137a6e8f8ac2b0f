package serve

import (
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
)

// eventLog receives log events.
type eventLog chan string

func (l eventLog) Write(event []byte) (int, error) {
	l <- string(event)
	return len(event), nil
}

// Errors of net/http, such as the panic of a handler, are log events at ERROR.
func TestNewServer_ErrorLog(t *testing.T) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	out := make(eventLog, 10)
	logger := slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelError}))
	server := newServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("broken") }), logger)
	failed := make(chan error, 1)
	listen(server, listener, logger, failed)
	defer server.Close()
	if answer, err := http.Get("http://" + listener.Addr().String()); err == nil {
		_ = answer.Body.Close()
		t.Errorf("an answer: %+v", answer)
	}
	// The event is written before the connection is closed.
	var event struct{ Level, Msg, Error string }
	text := <-out
	if err := json.Unmarshal([]byte(text), &event); err != nil || len(out) > 0 {
		t.Fatalf("%v and %d more events: %s", err, len(out), text)
	}
	if event.Level != "ERROR" || event.Msg != "http_server_error" || !strings.Contains(event.Error, "broken") {
		t.Errorf("%+v", event)
	}
	select {
	case err := <-failed:
		t.Errorf("the server has ended: %v", err)
	default:
	}
}
