package render

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"
)

// supervisor keeps one process of the pool running.
type supervisor struct {
	pool  *Pool
	index int
	// generation counts the processes of this supervisor: each has its own socket.
	generation int
	// failures counts the processes that ended in quick succession.
	failures int
	// isStarting reports that the pool counts this supervisor in Pool.starting.
	isStarting bool
	// current is the process that serves callers; nil for none.
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
		s.superviseProcess(ctx)
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

// enter adds a ready process to the pool.
func (s *supervisor) enter(proc *process) {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	s.current = proc
	p.ready++
	if s.isStarting {
		s.isStarting = false
		p.starting--
	}
	close(p.changed)
	p.changed = make(chan struct{})
	p.offer(proc)
	p.options.Logger.Debug("renderer_ready", "renderer", s.index, "generation", s.generation)
}

// superviseProcess waits until the current process has ended, and replaces it when its memory has grown.
func (s *supervisor) superviseProcess(ctx context.Context) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-s.current.ended:
			s.restart(ctx)
			return
		case <-s.current.replaceRequested:
			if !s.replace(ctx) {
				return
			}
		}
	}
}

// replace starts another process in place of the current one, which continues until the other is ready; false if the
// current one has ended meanwhile.
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

// retire ends a replaced process after its current rendering. The caller holds the pool's lock.
func (p *Pool) retire(proc *process) {
	proc.isRetired = true
	p.ready--
	if i := slices.Index(p.idle, proc); i >= 0 {
		p.idle = slices.Delete(p.idle, i, i+1)
		proc.end()
	}
}

// restart removes the current process, which has ended, from the pool and waits for the pause before the next start.
func (s *supervisor) restart(ctx context.Context) {
	proc := s.current
	reason := proc.reason()
	if time.Since(proc.readyAt) >= s.pool.options.HealthyAfter {
		s.failures = 0
	}
	pause := time.Duration(0)
	// A process that was replaced because of one slow rendering restarts without a pause: each such restart took a
	// deadline already.
	if reason != "render_timeout" {
		pause = s.nextPause()
	}
	s.drop(pause == 0)
	s.pool.metrics.restarted(ctx, reason)
	s.pool.options.Logger.WarnContext(ctx, "renderer_restarted",
		"renderer", s.index, "reason", reason, "pause", pause, "exit", proc.exitError())
	sleep(ctx, pause)
}

// drop removes the current process from the pool. The callers in the queue get an error if no other process is
// running or about to start.
func (s *supervisor) drop(startsAtOnce bool) {
	p := s.pool
	p.mu.Lock()
	defer p.mu.Unlock()
	if s.current != nil {
		p.ready--
		p.idle = slices.DeleteFunc(p.idle, func(other *process) bool { return other == s.current })
		s.current = nil
	}
	if startsAtOnce != s.isStarting {
		s.isStarting = startsAtOnce
		if startsAtOnce {
			p.starting++
		} else {
			p.starting--
		}
	}
	if p.ready+p.starting == 0 {
		p.dismiss(ErrUnavailable)
	}
}

// failed logs that a process did not become ready, and waits for the pause before the next start.
func (s *supervisor) failed(ctx context.Context, err error) {
	s.failures = max(s.failures, 1)
	pause := s.nextPause()
	s.drop(false)
	s.pool.metrics.restarted(ctx, "start_failed")
	s.pool.options.Logger.ErrorContext(ctx, "renderer_start_failed", "renderer", s.index, "pause", pause, "error", err)
	sleep(ctx, pause)
}

// leave ends the current process when the supervisor ends.
func (s *supervisor) leave() {
	if proc := s.current; proc != nil {
		s.drop(false)
		proc.end()
	}
}

// nextPause returns the pause before the next start: none after the first failure, then increasing with random
// jitter, so that the supervisors do not restart at the same moment.
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
