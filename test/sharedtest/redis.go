// Package sharedtest starts a Redis for tests.
package sharedtest

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/redis/rueidis"
)

// Redis is a running Redis server. Its data is kept in memory.
type Redis struct {
	t       testing.TB
	port    int
	options []string
	process *exec.Cmd
}

// Start starts a Redis on a free port, with options such as "--maxmemory", "1mb". It ends with the test.
func Start(t testing.TB, options ...string) *Redis {
	t.Helper()
	path, err := exec.LookPath("redis-server")
	if err != nil {
		// As root, for example in CI, it is installed.
		_ = exec.Command("sh", "-c", "apt-get update -qq; apt-get install -y -qq redis-server").Run()
		if path, err = exec.LookPath("redis-server"); err != nil {
			t.Fatal("install redis-server: ", err)
		}
	}
	r := &Redis{t: t}
	t.Cleanup(r.Kill)
	for range maxStarts {
		r.port = firstPort + rand.IntN(ports) //nolint:gosec // no secret
		r.options = append([]string{
			path, "--port", strconv.Itoa(r.port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir",
			t.TempDir(),
		}, options...)
		if r.start() {
			return r
		}
	}
	t.Fatal("no free port for redis-server")
	return nil
}

// The ports are below those that the operating system gives to other listeners.
const (
	firstPort = 10_000
	ports     = 20_000
	maxStarts = 20
)

// URL is the URL of the server.
func (r *Redis) URL() string { return fmt.Sprintf("redis://127.0.0.1:%d", r.port) }

// Kill ends the server without saving its data.
func (r *Redis) Kill() {
	if r.process != nil {
		_ = r.process.Process.Kill()
		_ = r.process.Wait()
		r.process = nil
	}
}

// Pause stops the server, whose connections stay open; Continue continues it.
func (r *Redis) Pause() { _ = r.process.Process.Signal(syscall.SIGSTOP) }

// Continue continues a paused server.
func (r *Redis) Continue() { _ = r.process.Process.Signal(syscall.SIGCONT) }

// Restart starts the server again, without data, on the same port.
func (r *Redis) Restart() {
	r.t.Helper()
	r.Kill()
	if !r.start() {
		r.t.Fatal("redis-server does not start")
	}
}

// start starts the server. It returns false if the server ends, because the port is in use.
func (r *Redis) start() bool {
	r.t.Helper()
	process := exec.Command(r.options[0], r.options[1:]...)
	output, err := process.StdoutPipe()
	if err == nil {
		err = process.Start()
	}
	if err != nil {
		r.t.Fatal(err)
	}
	r.process = process
	lines := bufio.NewScanner(output)
	for lines.Scan() {
		if strings.Contains(lines.Text(), "Ready to accept connections") {
			go func() { _, _ = io.Copy(io.Discard, output) }()
			return true
		}
	}
	r.Kill()
	return false
}

// Client returns a connection to the server.
func (r *Redis) Client() rueidis.Client {
	r.t.Helper()
	o, err := rueidis.ParseURL(r.URL())
	if err != nil {
		r.t.Fatal(err)
	}
	o.ForceSingleClient, o.DisableCache = true, true
	c, err := rueidis.NewClient(o)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(c.Close)
	return c
}

// Flush removes all data.
func (r *Redis) Flush() {
	r.t.Helper()
	c := r.Client()
	if err := c.Do(context.Background(), c.B().Flushall().Build()).Error(); err != nil {
		r.t.Fatal(err)
	}
}
