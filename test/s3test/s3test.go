// Package s3test starts a service with the protocol of Amazon S3 for tests: versitygw, which tools/s3/go.mod pins. It
// is built at the first start, which takes a minute.
package s3test

import (
	"bytes"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"strand/test/polltest"
)

const (
	// Key and Secret are the credentials of the service. The characters of the secret must be escaped in a URL.
	Key    = "key-of-the-tests"
	Secret = "secret/of+the=tests"
	// Bucket is the name of the only bucket.
	Bucket = "strand"
)

// Server is a running service. Its objects are files of a temporary folder.
type Server struct {
	t       testing.TB
	addr    string
	command []string
	process *exec.Cmd
	log     bytes.Buffer
}

// Start starts a service on a free port. It ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, Bucket), 0o700); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := l.Addr().String()
	_ = l.Close()
	s := &Server{t: t, addr: addr, command: []string{
		program(t), "--access", Key, "--secret", Secret, "--port", addr, "--quiet", "posix", dir,
	}}
	t.Cleanup(s.Kill)
	s.Restart()
	return s
}

// program builds the service and returns its path.
func program(t testing.TB) string {
	t.Helper()
	module, err := exec.Command("go", "env", "GOMOD").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Dir(strings.TrimSpace(string(module)))
	build := exec.Command("go", "tool", "-modfile", filepath.Join(root, "tools/s3/go.mod"), "-n", "versitygw")
	build.Dir = root
	// The tests of a race detector do not need the service with it.
	build.Env = append(os.Environ(), "GOFLAGS=-trimpath")
	var failure bytes.Buffer
	build.Stderr = &failure
	path, err := build.Output()
	if err != nil {
		t.Fatalf("build versitygw: %v\n%s", err, failure.String())
	}
	return strings.TrimSpace(string(path))
}

// URL is the setting STRAND_S3_URL for the bucket.
func (s *Server) URL() string {
	escape := strings.NewReplacer("/", "%2F", "+", "%2B")
	return fmt.Sprintf("http://%s:%s@%s/%s", Key, escape.Replace(Secret), s.addr, Bucket)
}

// Kill ends the service.
func (s *Server) Kill() {
	if s.process != nil {
		_ = s.process.Process.Kill()
		_ = s.process.Wait()
		s.process = nil
	}
}

// Restart starts the service again, with its objects, on the same port.
func (s *Server) Restart() {
	s.t.Helper()
	s.Kill()
	s.process = exec.Command(s.command[0], s.command[1:]...)
	s.process.Stdout, s.process.Stderr = &s.log, &s.log
	if err := s.process.Start(); err != nil {
		s.t.Fatal(err)
	}
	if err := polltest.TryDial(s.addr); err != nil {
		s.t.Fatalf("versitygw does not start: %v: %s", err, s.log.String())
	}
}
