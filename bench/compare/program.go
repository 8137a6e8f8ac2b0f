package main

import (
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// program is a running server. It writes its log into a file, as in production.
type program struct {
	name, url string
	process   *exec.Cmd
	input     io.Closer
	log       string
	// ended is closed when the process has ended.
	ended chan struct{}
}

// start starts a server, and waits until a path answers. Its standard input ends with this program, which ends peers
// and PIM.
func (b *bench) start(name string, port int, ready string, env []string, command ...string) (*program, error) {
	p := &program{
		name: name, url: fmt.Sprintf("http://127.0.0.1:%d", port), log: filepath.Join(b.dir, name+".log"),
		process: exec.Command(command[0], command[1:]...), ended: make(chan struct{}),
	}
	log, err := os.Create(p.log)
	if err != nil {
		return nil, err
	}
	defer log.Close()
	p.process.Stdout, p.process.Stderr = log, log
	p.process.Env = append(os.Environ(), env...)
	p.process.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGTERM}
	if p.input, err = p.process.StdinPipe(); err != nil {
		return nil, err
	}
	if err := p.process.Start(); err != nil {
		return nil, fmt.Errorf("start %s: %w", name, err)
	}
	go func() {
		_ = p.process.Wait()
		close(p.ended)
	}()
	for began := time.Now(); time.Since(began) < time.Minute; time.Sleep(50 * time.Millisecond) {
		if response, err := http.Get(p.url + ready); err == nil {
			_ = response.Body.Close()
			if response.StatusCode < http.StatusInternalServerError {
				return p, nil
			}
		}
		select {
		case <-p.ended:
			text, _ := os.ReadFile(p.log)
			return nil, fmt.Errorf("%s has ended: %s", name, text)
		default:
		}
	}
	p.stop()
	return nil, fmt.Errorf("%s does not answer within a minute, see %s", name, p.log)
}

func (p *program) stop() {
	_ = p.input.Close()
	_ = p.process.Process.Signal(syscall.SIGTERM)
	select {
	case <-p.ended:
	case <-time.After(10 * time.Second):
		_ = p.process.Process.Kill()
		<-p.ended
	}
}

// tick is the unit of CPU times in /proc (CLK_TCK on Linux).
const tick = 10 * time.Millisecond

// cpu returns the CPU time of the process and of those that it has started.
func (p *program) cpu() time.Duration {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	parents, times := map[int]int{}, map[int]time.Duration{}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended meanwhile
		}
		pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
		// The name of the program is in parentheses and may contain spaces.
		fields := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
		parents[pid], _ = strconv.Atoi(fields[1])
		user, _ := strconv.Atoi(fields[11])
		system, _ := strconv.Atoi(fields[12])
		times[pid] = time.Duration(user+system) * tick
	}
	var sum time.Duration
	for pid, spent := range times {
		for up := pid; up > 1; up = parents[up] {
			if up == p.process.Process.Pid {
				sum += spent
				break
			}
		}
	}
	return sum
}

// settle waits until the program has nothing to do: what an aborted load has left, or what it reads at its start.
func (p *program) settle() error {
	const span = 300 * time.Millisecond
	last, idle := p.cpu(), 0
	for began := time.Now(); time.Since(began) < 2*time.Minute; {
		time.Sleep(span)
		now := p.cpu()
		if idle++; now-last > span/10 {
			idle = 0
		}
		if last = now; idle == 2 {
			return nil
		}
	}
	return errors.New(p.name + " is busy without requests")
}

// get requests a path of the site, and returns the answer with its body.
func (b *bench) get(p *program, path string, headers ...string) (*http.Response, []byte, error) {
	r, err := http.NewRequestWithContext(b.ctx, http.MethodGet, p.url+path, nil)
	if err != nil {
		return nil, nil, err
	}
	r.Host = b.host
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err == nil && response.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s of %s: status %d: %.200s", path, p.name, response.StatusCode, body)
	}
	return response, body, err
}

// sum adds the values of a metric whose labels contain all of some texts.
func (s *strand) sum(metric string, labels ...string) (int, error) {
	response, err := http.Get(s.admin + "/metrics")
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return 0, err
	}
	var sum float64
lines:
	for _, line := range regexp.MustCompile(`(?m)^`+metric+`\{.*$`).FindAllString(string(text), -1) {
		for _, label := range labels {
			if !strings.Contains(line, label) {
				continue lines
			}
		}
		value, err := strconv.ParseFloat(line[strings.LastIndexByte(line, ' ')+1:], 64)
		if err != nil {
			return 0, err
		}
		sum += value
	}
	return int(sum), nil
}

// freePort returns a port that is free now. Those that systems hand out by themselves are above.
func freePort() int {
	for port := 20_000 + int(time.Now().UnixNano()%10_000); ; port++ {
		if l, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port)); err == nil {
			_ = l.Close()
			return port
		}
	}
}
