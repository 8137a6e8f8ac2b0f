package main

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

//go:embed requests.lua
var script string

// requests are requests that a load sends in their order, each once or over and over again.
type requests struct {
	file string
	// sent is the number of those that loads have taken, count that of all.
	sent, count int
	repeated    bool
	headers     []string
}

// newRequests stores lines of requests.lua. Repeated requests begin anew after the last one.
func newRequests(file string, lines []string, repeated bool, headers ...string) (*requests, error) {
	err := os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o600)
	return &requests{file: file, count: len(lines), repeated: repeated, headers: headers}, err
}

// measured is what a server has answered under a load.
type measured struct {
	// answered has the answers with content, all those of any status.
	answered, all int
	spent         time.Duration
	// cpu is the CPU time of the server with the processes it has started.
	cpu time.Duration
}

func (m measured) rate() float64 { return float64(m.answered) / m.spent.Seconds() }

// cpuEach returns the CPU time of an answer in milliseconds; 0 without answers.
func (m measured) cpuEach() float64 { return 1000 * m.cpu.Seconds() / float64(max(m.all, 1)) }

// send loads a server with requests over concurrent connections. Every answer must have content.
func (b *bench) send(p *program, r *requests, connections int) (measured, error) {
	return b.load(p, r, connections, b.seconds, false)
}

// load lets wrk send requests for some seconds. Only with tolerance, answers may have no content.
func (b *bench) load(p *program, r *requests, connections, seconds int, isTolerant bool) (m measured, err error) {
	lua := filepath.Join(b.dir, "requests.lua")
	if err := os.WriteFile(lua, []byte(script), 0o600); err != nil {
		return m, err
	}
	if err := p.settle(); err != nil {
		return m, err
	}
	arguments := []string{
		"-t1", "-c" + strconv.Itoa(connections), "-d" + strconv.Itoa(seconds) + "s", "--timeout", "20s", "-s", lua,
	}
	for _, header := range append(r.headers, "Host: "+b.host, "Content-Type: application/json") {
		arguments = append(arguments, "-H", header)
	}
	before := p.cpu()
	arguments = append(arguments, p.url, "--", r.file, strconv.Itoa(r.sent))
	out, err := exec.CommandContext(b.ctx, "wrk", arguments...).Output()
	if err != nil {
		return m, fmt.Errorf("wrk (apt-get install wrk) against %s: %w", p.name, err)
	}
	m.cpu = p.cpu() - before
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	var counted struct{ Requests, Microseconds, Refused, Broken, Position int }
	if err := json.Unmarshal([]byte(lines[len(lines)-1]), &counted); err != nil {
		return m, fmt.Errorf("wrk against %s: %w in %s", p.name, err, out)
	}
	m.all, m.answered = counted.Requests, counted.Requests-counted.Refused
	m.spent = time.Duration(counted.Microseconds) * time.Microsecond
	r.sent = counted.Position
	switch {
	case !isTolerant && (m.answered == 0 || counted.Refused > 0) || counted.Broken > 0:
		return m, fmt.Errorf("%s answered %d requests, refused %d and broke %d",
			p.name, counted.Requests, counted.Refused, counted.Broken)
	case r.sent > r.count && !r.repeated:
		return m, fmt.Errorf("%s was asked %d times, but there are only %d requests", p.name, r.sent, r.count)
	}
	fmt.Printf("  %-18s %3d concurrent: %8.0f/s, %7.3f ms of CPU each", p.name, connections, m.rate(), m.cpuEach())
	if counted.Refused > 0 {
		fmt.Printf(", %d refused", counted.Refused)
	}
	fmt.Println()
	return m, nil
}
