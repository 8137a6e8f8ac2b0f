package main

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
)

// Errors of net/http, such as the panic of a handler, are log events at ERROR.
func TestNewServer_ErrorLog(t *testing.T) {
	listener, err := net.Listen("tcp", "localhost:0")
	if err != nil {
		t.Fatal(err)
	}
	out := &syncBuffer{}
	logger := slog.New(slog.NewJSONHandler(out, &slog.HandlerOptions{Level: slog.LevelError}))
	server := newServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { panic("broken") }), logger)
	failed := make(chan error, 1)
	listen(server, listener, logger, failed)
	defer server.Close()
	if answer, err := get("http://" + listener.Addr().String()); err == nil {
		t.Errorf("an answer: %+v", answer)
	}
	// The event is written before the connection is closed.
	var event struct{ Level, Msg, Error string }
	lines := bytes.Split([]byte(strings.TrimSpace(out.String())), []byte("\n"))
	if err := json.Unmarshal(lines[0], &event); err != nil || len(lines) != 1 {
		t.Fatalf("%v in %d events: %s", err, len(lines), out)
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
