package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// process is a command in its own process group, with its output in a file.
type process struct {
	command *exec.Cmd
	output  string
	// ended is closed when it has ended.
	ended  chan struct{}
	killed atomic.Bool
}

// environment returns the environment with settings. STRAND_ variables of the caller are left out.
func environment(settings ...string) []string {
	var env []string
	for _, one := range os.Environ() {
		if !strings.HasPrefix(one, "STRAND_") {
			env = append(env, one)
		}
	}
	return append(env, settings...)
}

func startProcess(output string, settings []string, command ...string) (*process, error) {
	file, err := os.OpenFile(output, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return nil, fmt.Errorf("open the output of a process: %w", err)
	}
	defer file.Close()
	p := &process{command: exec.Command(command[0], command[1:]...), output: output, ended: make(chan struct{})}
	p.command.Env = environment(settings...)
	p.command.Stdout, p.command.Stderr = file, file
	// The kernel kills it when this process ends.
	p.command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	if err := p.command.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", command[0], err)
	}
	go func() {
		_ = p.command.Wait() // its state has the exit code
		close(p.ended)
	}()
	return p, nil
}

func (p *process) isAlive() bool {
	select {
	case <-p.ended:
		return false
	default:
		return true
	}
}

// kill kills the process and everything that it started.
func (p *process) kill() {
	p.killed.Store(true)
	_ = syscall.Kill(-p.command.Process.Pid, syscall.SIGKILL)
	<-p.ended
}

// stop terminates the process, and kills what is left of it.
func (p *process) stop() {
	p.killed.Store(true)
	_ = p.command.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
	}
	p.kill()
}

// tail returns the end of the output.
func (p *process) tail(n int) string {
	text, err := os.ReadFile(p.output)
	if err != nil {
		return err.Error()
	}
	return string(text[max(0, len(text)-n):])
}

// panicText returns the output from a panic on; empty for none.
func (p *process) panicText() string {
	text, err := os.ReadFile(p.output)
	if err != nil {
		return ""
	}
	for _, sign := range []string{"\npanic: ", "\nfatal error: "} {
		if i := bytes.LastIndex(text, []byte(sign)); i >= 0 {
			return string(text[i : i+min(1500, len(text)-i)])
		}
	}
	return ""
}

// freeAddress returns a free address on loopback.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	defer listener.Close()
	return listener.Addr().String(), nil
}

// await waits until a condition holds.
func await(ctx context.Context, limit, every time.Duration, is func() bool) error {
	ctx, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	for !is() {
		select {
		case <-ctx.Done():
			return errors.New("not within " + limit.String())
		case <-time.After(every):
		}
	}
	return nil
}

// systems are the sample systems in a separate process.
type systems struct {
	*process
	dir string
	// settings configure a server to use them, by variable.
	settings map[string]string
	// application is an origin that customers may sign in from.
	application string
}

// startSystems starts the sample systems and waits for their settings.
func startSystems(ctx context.Context, binary, dir string) (*systems, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, err
	}
	s := &systems{dir: dir, settings: map[string]string{}, application: "http://localhost:1"}
	var err error
	s.process, err = startProcess(filepath.Join(dir, "systems.log"), []string{
		"STRAND_DATA_DIR=" + dir, "STRAND_EMBEDDED_CMS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_PIM_ADDR=127.0.0.1:0",
		"STRAND_EMBEDDED_SIS_ADDR=127.0.0.1:0", "STRAND_EMBEDDED_IDENTITY_ADDR=localhost:0",
		"STRAND_EMBEDDED_IDENTITY_ORIGINS=" + s.application, "STRAND_LOG_LEVEL=error",
	}, binary, "upstreams")
	if err != nil {
		return nil, err
	}
	const last = "STRAND_TRANSLATION_URL"
	err = await(ctx, time.Minute, 50*time.Millisecond, func() bool {
		text, _ := os.ReadFile(s.output)
		for line := range strings.Lines(string(text)) {
			if name, value, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "export "), "="); ok &&
				strings.HasPrefix(name, "STRAND_") {
				s.settings[name] = strings.Trim(value, "'")
			}
		}
		return s.settings[last] != "" || !s.isAlive()
	})
	if err != nil || s.settings[last] == "" {
		text := s.tail(2000)
		s.kill()
		return nil, fmt.Errorf("start the sample systems: %w\n%s", err, text)
	}
	return s, nil
}
