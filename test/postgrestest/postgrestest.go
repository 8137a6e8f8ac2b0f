// Package postgrestest starts PostgreSQL for tests, in a temporary folder and as an ordinary user.
package postgrestest

import (
	"bytes"
	"context"
	_ "embed"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"

	"strand/test/polltest"
)

//go:embed find.sh
var find string

const (
	owner = "strand"
	// Password is the password of the user in URL.
	Password = "password-of-the-tests"
	// patience limits the start, the end, and one statement of the server.
	patience = time.Minute
)

// Server is a PostgreSQL server of a test. Only processes with access to its folder can connect to it.
type Server struct {
	programs string
	dir      string
	account  *syscall.Credential
	process  *exec.Cmd
	log      *bytes.Buffer
	ended    chan error
	last     int
}

// shared is the server of the tests of a package, which Database starts and Main stops.
var shared struct {
	sync.Mutex
	*Server
}

// Main runs the tests of a package and stops the server that Database has started. It returns the exit code.
func Main(m *testing.M) int {
	code := m.Run()
	shared.Lock()
	defer shared.Unlock()
	if shared.Server != nil {
		shared.remove()
	}
	return code
}

// Database returns the URL of a new, empty database of the server that the tests of a package share.
func Database(t testing.TB) string {
	t.Helper()
	shared.Lock()
	defer shared.Unlock()
	if shared.Server == nil {
		s, err := start()
		if err != nil {
			t.Fatal(err)
		}
		shared.Server = s
	}
	return shared.NewDatabase(t)
}

// Start starts a server for one test, which may stop and start it again.
func Start(t testing.TB) *Server {
	t.Helper()
	s, err := start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.remove)
	return s
}

func start() (*Server, error) {
	programs, err := exec.Command("bash", "-c", find).Output()
	if err != nil {
		if failed := new(exec.ExitError); errors.As(err, &failed) {
			err = errors.New(string(failed.Stderr))
		}
		return nil, fmt.Errorf("find PostgreSQL: %w", err)
	}
	// The path of a socket has at most 107 bytes, which those of t.TempDir may exceed.
	dir, err := os.MkdirTemp("/tmp", "strand-pg")
	if err != nil {
		return nil, err
	}
	s := &Server{programs: strings.TrimSpace(string(programs)), dir: dir}
	if err := s.create(); err != nil {
		return nil, errors.Join(err, os.RemoveAll(dir))
	}
	return s, nil
}

func (s *Server) create() error {
	if err := s.chooseAccount(); err != nil {
		return err
	}
	secret := filepath.Join(s.dir, "password")
	if err := os.WriteFile(secret, []byte(Password), 0o644); err != nil {
		return err
	}
	out, err := s.command("initdb", "--pgdata", filepath.Join(s.dir, "data"), "--username", owner, "--pwfile", secret,
		"--auth", "scram-sha-256", "--no-sync", "--encoding", "UTF8", "--locale", "C").CombinedOutput()
	if err != nil {
		return fmt.Errorf("initdb: %w\n%s", err, out)
	}
	return s.run()
}

// chooseAccount chooses the user that runs the server, which refuses to run as root.
func (s *Server) chooseAccount() error {
	if os.Getuid() != 0 {
		return nil
	}
	account, err := user.Lookup("postgres")
	if err != nil {
		if account, err = user.Lookup("nobody"); err != nil {
			return err
		}
	}
	uid, uidErr := strconv.ParseUint(account.Uid, 10, 32)
	gid, gidErr := strconv.ParseUint(account.Gid, 10, 32)
	if err := errors.Join(uidErr, gidErr); err != nil {
		return err
	}
	s.account = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
	return os.Chown(s.dir, int(uid), int(gid))
}

func (s *Server) command(program string, arguments ...string) *exec.Cmd {
	c := exec.Command(filepath.Join(s.programs, program), arguments...)
	c.Dir = s.dir
	c.SysProcAttr = &syscall.SysProcAttr{Credential: s.account, Setpgid: true}
	return c
}

// run starts the server and waits until it answers.
func (s *Server) run() error {
	s.log, s.ended = &bytes.Buffer{}, make(chan error, 1)
	s.process = s.command("postgres", "-D", filepath.Join(s.dir, "data"), "-k", s.dir, "-c", "listen_addresses=",
		"-c", "fsync=off", "-c", "full_page_writes=off", "-c", "max_connections=200", "-c", "shared_buffers=16MB")
	s.process.Stdout, s.process.Stderr = s.log, s.log
	endWithParent(s.process.SysProcAttr)
	process, started, ended := s.process, make(chan error), s.ended
	go func() {
		// The parent of a process is a thread, which must not end before it.
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := process.Start()
		started <- err
		if err == nil {
			ended <- process.Wait()
		}
	}()
	if err := <-started; err != nil {
		return err
	}
	var end error
	err := polltest.Try(func() error {
		select {
		case err := <-s.ended:
			end = fmt.Errorf("PostgreSQL does not start: %w\n%s", err, s.log)
			return nil
		default:
			return s.exec(`SELECT 1`)
		}
	})
	if err != nil {
		s.Kill()
		return fmt.Errorf("PostgreSQL does not answer: %w\n%s", err, s.log)
	}
	return end
}

// exec executes a statement in the maintenance database.
func (s *Server) exec(statement string) error {
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	c, err := pgx.Connect(ctx, s.URL("postgres"))
	if err != nil {
		return err
	}
	defer c.Close(ctx)
	_, err = c.Exec(ctx, statement)
	return err
}

// URL returns the URL of a database.
func (s *Server) URL(database string) string {
	u := url.URL{Scheme: "postgres", User: url.UserPassword(owner, Password), Path: "/" + database,
		RawQuery: url.Values{"host": {s.dir}}.Encode()}
	return u.String()
}

// Socket returns the path of the server's socket.
func (s *Server) Socket() string { return filepath.Join(s.dir, ".s.PGSQL.5432") }

// NewDatabase returns the URL of a new, empty database.
func (s *Server) NewDatabase(t testing.TB) string {
	t.Helper()
	s.last++
	name := fmt.Sprintf("test%d", s.last)
	if err := s.exec(`CREATE DATABASE ` + name + ` TEMPLATE template0`); err != nil {
		t.Fatal(err)
	}
	return s.URL(name)
}

// Exec executes a statement in the maintenance database as the superuser.
func (s *Server) Exec(t testing.TB, statement string) {
	t.Helper()
	if err := s.exec(statement); err != nil {
		t.Fatal(err)
	}
}

// Kill ends the server and its connections at once, as a crash would.
func (s *Server) Kill() {
	// SIGQUIT ends the server and its children without a checkpoint; after SIGKILL the children would go on.
	_ = s.process.Process.Signal(syscall.SIGQUIT)
	select {
	case <-s.ended:
	case <-time.After(patience):
		_ = syscall.Kill(-s.process.Process.Pid, syscall.SIGKILL)
		<-s.ended
	}
}

// Restart starts the killed server again.
func (s *Server) Restart(t testing.TB) {
	t.Helper()
	if err := s.run(); err != nil {
		t.Fatal(err)
	}
}

func (s *Server) remove() {
	s.Kill()
	_ = os.RemoveAll(s.dir)
}
