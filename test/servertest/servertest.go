// Package servertest helps tests that run servers as processes.
package servertest

import (
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"sync"
	"testing"
)

var (
	mu sync.Mutex
	// taken are the ports that FreePort has returned.
	taken = map[int]bool{}
)

// FreePort returns a port that nothing listens at, and that no other caller of this process gets. Ports below 32768 are
// not taken by outgoing connections, so that it remains free while a server restarts.
func FreePort(t testing.TB) string {
	t.Helper()
	mu.Lock()
	defer mu.Unlock()
	for port := 15_000 + os.Getpid()%5000; port < 32_000; port++ {
		if taken[port] {
			continue
		}
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = l.Close()
			taken[port] = true
			return strconv.Itoa(port)
		}
	}
	t.Fatal("no port is free")
	return ""
}

// FreeAddr returns an address of loopback with a free port.
func FreeAddr(t testing.TB) string {
	t.Helper()
	return "127.0.0.1:" + FreePort(t)
}

var operationName = regexp.MustCompile(`(?:^|[\s}])(?:query|mutation) ([A-Z]\w*)`)

// Operations returns the operations of a built client by name.
func Operations(client string) (map[string]string, error) {
	text, err := os.ReadFile(filepath.Join(client, "persisted-documents.json")) // make client builds it
	if err != nil {
		return nil, err
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		return nil, err
	}
	operations := map[string]string{}
	for _, document := range documents {
		if match := operationName.FindStringSubmatch(document); match != nil {
			operations[match[1]] = document
		}
	}
	return operations, nil
}

// WriteClient writes the least of a build of the client for browsers with which a server is ready.
func WriteClient(t testing.TB, dir string) {
	t.Helper()
	for name, text := range map[string]string{
		"browser/.vite/manifest.json": `{"src/app/browser.ts": {"file": "app.js"}}`,
		"browser/app.js":              "",
	} {
		file := filepath.Join(dir, name)
		err := os.MkdirAll(filepath.Dir(file), 0o700)
		if err == nil {
			err = os.WriteFile(file, []byte(text), 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}
