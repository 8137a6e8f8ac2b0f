package render

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// supervisor keeps one place of the pool filled with a running process.
type supervisor struct {
	pool  *Pool
	index int
	// generation counts the processes of this place: each has a socket of its own.
	generation int
	// failures counts the processes that ended one soon after the other.
	failures int
	// coming says that the pool counts this supervisor among those that are about to have a process.
	coming bool
	// current is the process that is offered to callers; nil for none.
	current *process
}

// run starts processes until the context ends.
func (s *supervisor) run(ctx context.Context) {
	defer s.leave()
	for ctx.Err() == nil {
		proc, err := s.launch(ctx)
		if err != nil {
			if ctx.Err() == nil {
				s.failed(ctx, err)
			}
			continue
		}
		s.enter(proc)
		s.attend(ctx)
	}
}

// launch starts a process and waits until it is ready.
func (s *supervisor) launch(ctx context.Context) (*process, error) {
	p := s.pool
	s.generation++
	p.workers.Add(1)
	proc, err := startProcess(p.options, p.sockets.file(s.index, s.generation), p.workers.Done)
	if err != nil {
		p.workers.Done()
		return nil, err
	}
	if err := proc.awaitReady(ctx, p.options.StartTimeout); err != nil {
		proc.kill("start_failed")
		return nil, err
	}
	return proc, nil
}

// enter offers a ready process to the pool's callers.
func (s *supervisor) enter(proc *process) {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	s.current = proc
	p.ready++
	if s.coming {
		s.coming = false
		p.coming--
	}
	close(p.changed)
	p.changed = make(chan struct{})
	p.offer(proc)
	p.options.Logger.Debug("renderer_ready", "renderer", s.index, "generation", s.generation)
}

// attend waits until the current process has ended, replacing it when it has grown.
func (s *supervisor) attend(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.current.ended:
			s.restart(ctx)
			return
		case <-s.current.grown:
			if !s.replace(ctx) {
				return
			}
		}
	}
}

// replace puts another process in the place of the current one, which goes on until the other is ready; false where
// there is no current one any more.
func (s *supervisor) replace(ctx context.Context) bool {
	p := s.pool
	for {
		next, err := s.launch(ctx)
		if err == nil {
			old := s.current
			s.enter(next)
			p.mu.Lock()
			p.retire(old)
			p.mu.Unlock()
			p.metrics.restarted(ctx, "memory")
			p.options.Logger.InfoContext(ctx, "renderer_replaced", "renderer", s.index, "reason", "memory")
			return true
		}
		if ctx.Err() == nil {
			p.metrics.restarted(ctx, "start_failed")
			p.options.Logger.ErrorContext(ctx, "renderer_start_failed", "renderer", s.index, "error", err)
		}
		select {
		case <-ctx.Done():
			return false
		case <-s.current.ended:
			s.restart(ctx)
			return false
		case <-time.After(p.options.MaxPause):
		}
	}
}

// retire ends a process whose replacement is there, after the rendering that it has. The pool is locked.
func (p *Pool) retire(proc *process) {
	proc.retired = true
	p.ready--
	if i := slices.Index(p.idle, proc); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
		proc.end()
	}
}

// restart takes the current process, which has ended, out of the pool and waits as long as the next start has to.
func (s *supervisor) restart(ctx context.Context) {
	proc := s.current
	reason := proc.reason()
	if time.Since(proc.readyAt) >= s.pool.options.HealthyAfter {
		s.failures = 0
	}
	pause := time.Duration(0)
	// A process that was replaced because of one slow rendering is no reason to wait: each such start took a deadline.
	if reason != "render_timeout" {
		pause = s.nextPause()
	}
	s.drop(pause == 0)
	s.pool.metrics.restarted(ctx, reason)
	s.pool.options.Logger.WarnContext(ctx, "renderer_restarted",
		"renderer", s.index, "reason", reason, "pause", pause, "exit", proc.exitError())
	sleep(ctx, pause)
}

// drop takes the current process out of the pool. The callers in the queue are answered where no other process is
// running or about to.
func (s *supervisor) drop(startsAtOnce bool) {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.current != nil {
		p.ready--
		p.idle = slices.DeleteFunc(p.idle, func(other *process) bool { return other == s.current })
		s.current = nil
	}
	if startsAtOnce != s.coming {
		s.coming = startsAtOnce
		if startsAtOnce {
			p.coming++
		} else {
			p.coming--
		}
	}
	if p.ready+p.coming == 0 {
		p.dismiss(ErrUnavailable)
	}
}

// failed tells of a process that did not become ready and waits for the next start.
func (s *supervisor) failed(ctx context.Context, err error) {
	s.failures = max(s.failures, 1)
	pause := s.nextPause()
	s.drop(false)
	s.pool.metrics.restarted(ctx, "start_failed")
	s.pool.options.Logger.ErrorContext(ctx, "renderer_start_failed", "renderer", s.index, "pause", pause, "error", err)
	sleep(ctx, pause)
}

// leave ends the current process at the end of the supervisor.
func (s *supervisor) leave() {
	if proc := s.current; proc != nil {
		s.drop(false)
		proc.end()
	}
}

// nextPause is how long to wait before the next start: not at all after the first failure, and then longer each time.
// Places of the pool do not start again at the same moment.
func (s *supervisor) nextPause() time.Duration {
	s.failures++
	if s.failures == 1 {
		return 0
	}
	o := &s.pool.options
	pause := min(o.MinPause<<min(s.failures-2, 16), o.MaxPause)
	return pause/2 + rand.N(pause/2+1)
}

func sleep(ctx context.Context, d time.Duration) {
	if d == 0 {
		return
	}
	select {
	case <-ctx.Done():
	case <-time.After(d):
	}
}
