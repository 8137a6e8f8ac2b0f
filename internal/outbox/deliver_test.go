package outbox

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"

	"strand/domain/form"
	"strand/internal/database"
	"strand/test/databasetest"
	"strand/test/polltest"
	"strand/test/spantest"
)

// counter counts deliveries by key.
type counter struct {
	mu sync.Mutex
	n  map[string]int
}

func (c *counter) add(key string) int {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.n == nil {
		c.n = map[string]int{}
	}
	c.n[key]++
	return c.n[key]
}

func (c *counter) all() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	all := map[string]int{}
	for key, n := range c.n {
		all[key] = n
	}
	return all
}

// Failed and panicking deliveries are retried; delivered submissions are not delivered again.
//
// Rules: FORM-44.
func TestRun(t *testing.T) { databasetest.Each(t, testRun) }

func testRun(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	var attempts counter
	var delivered counter
	run(t, o, Destination{
		Deliver: func(_ context.Context, s *form.Submission) error {
			first := attempts.add(s.Key) == 1
			switch {
			case first && s.Key == "key-that-fails-once":
				return errors.New("sis is down")
			case first && s.Key == "key-that-panics-once":
				panic("broken")
			}
			return nil
		},
		Delivered: func(s *form.Submission) { delivered.add(s.Key) },
	})
	for _, key := range []string{"key-that-fails-once", "key-that-panics-once", "key-that-goes-well"} {
		o.accept(t, submission(key))
	}
	polltest.Until(t, "all are delivered", func() bool { return len(delivered.all()) == 3 })
	o.accept(t, submission("key-that-goes-well")) // a repetition
	o.accept(t, submission("key-that-comes-last"))
	polltest.Until(t, "the last one is delivered", func() bool { return delivered.all()["key-that-comes-last"] == 1 })
	want := map[string]int{"key-that-fails-once": 2, "key-that-panics-once": 2, "key-that-goes-well": 1,
		"key-that-comes-last": 1}
	if got := attempts.all(); !reflect.DeepEqual(got, want) {
		t.Errorf("attempts %v, want %v", got, want)
	}
}

// Submissions whose files hang delay neither others with files nor those without.
func TestRun_Hanging(t *testing.T) { databasetest.Each(t, testRunHanging) }

func testRunHanging(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	hanging := make(chan struct{}, 10)
	var delivered counter
	run(t, o, Destination{Deliver: func(ctx context.Context, s *form.Submission) error {
		if s.Values["subject"] == "hangs" {
			hanging <- struct{}{}
			<-ctx.Done()
			return ctx.Err()
		}
		delivered.add(s.Key)
		return nil
	}})
	hang := func(key string) {
		s := submission(key)
		s.Values["subject"] = "hangs"
		o.accept(t, s)
		<-hanging
	}
	hang("key-that-hangs-1")
	hang("key-that-hangs-2")
	for i := range 5 {
		o.accept(t, submission(fmt.Sprintf("key-with-file-%d", i)))
	}
	polltest.Until(t, "others with files are delivered", func() bool { return len(delivered.all()) == 5 })
	hang("key-that-hangs-3") // the last lane for files
	o.accept(t, submission("key-that-waits"))
	for i := range 5 {
		o.accept(t, withoutFiles(fmt.Sprintf("key-without-file-%d", i)))
	}
	polltest.Until(t, "those without files are delivered", func() bool { return len(delivered.all()) == 10 })
	polltest.Until(t, "that is on record", func() bool { return len(o.list(t)) == 4 })
	if entries := o.list(t); entries["key-that-waits"].State != Pending ||
		entries["key-that-hangs-1"].State != Delivering {
		t.Errorf("%+v", entries)
	}
}

var errRefused = errors.New("the country is unknown")

// classify classifies errRefused as a refusal.
func classify(err error) Classification { return Classification{Refused: errors.Is(err, errRefused)} }

// A submission becomes a dead letter only if it is refused, cannot be read, or has used up its attempts.
//
// Rules: FORM-44.
func TestDeadLetters(t *testing.T) { databasetest.Each(t, testDeadLetters) }

func testDeadLetters(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	o.accept(t, withoutFiles("key-unreadable"))
	o.exec(t, `UPDATE submissions SET body = '{"Kind":', next_attempt_at = 0`)
	o.accept(t, withoutFiles("key-refused"))
	o.accept(t, withoutFiles("key-exhausted"))
	o.exec(t, `UPDATE submissions SET attempts = $1 WHERE key = 'key-exhausted'`, maxAttempts-1)
	o.accept(t, withoutFiles("key-that-fails"))
	o.accept(t, withoutFiles("key-that-goes-well"))
	var isRepaired atomic.Bool
	var delivered counter
	run(t, o, Destination{
		Classify: classify,
		Deliver: func(_ context.Context, s *form.Submission) error {
			switch {
			case s.Key == "key-that-goes-well" || isRepaired.Load():
				delivered.add(s.Key)
				return nil
			case s.Key == "key-refused":
				return fmt.Errorf("deliver: %w", errRefused)
			}
			return errors.New("sis is down")
		},
	})
	reasons := func() map[string]string {
		found := map[string]string{}
		for key, e := range o.list(t) {
			if e.State == Dead {
				found[key] = e.Reason
			}
		}
		return found
	}
	polltest.Until(t, "there are three dead letters",
		func() bool { return len(reasons()) == 3 && len(o.list(t)) == 4 })
	want := map[string]string{"key-unreadable": "unreadable", "key-refused": "refused", "key-exhausted": "exhausted"}
	if got := reasons(); !reflect.DeepEqual(got, want) {
		t.Errorf("dead letters %v, want %v", got, want)
	}
	if e := o.list(t)["key-refused"]; e.Attempts != 1 || e.LastError != "deliver: the country is unknown" {
		t.Errorf("%+v", e)
	}
	if all, err := o.List(t.Context()); err != nil || len(all) < 3 || all[2].State != Dead {
		t.Errorf("dead letters are not first: %+v %v", all, err)
	}
	if n, err := o.Counts(t.Context()); err != nil || n.Dead != 3 || n.Pending != 1 {
		t.Errorf("%+v %v", n, err)
	}

	// After an operator's actions, a retried dead letter has all its attempts again, and a discarded one is deleted.
	isRepaired.Store(true)
	if err := o.Retry(t.Context(), form.Reference(form.ServiceRequest, "key-exhausted"), "SR-NONE-NONE"); !errors.As(
		err,
		new(*UnknownReferenceError),
	) {
		t.Errorf("an unknown reference: %v", err)
	}
	if err := o.Retry(t.Context(), form.Reference(form.ServiceRequest, "key-exhausted")); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "the retried one is delivered", func() bool { return delivered.all()["key-exhausted"] == 1 })
	if n := delivered.all()["key-refused"]; n != 0 {
		t.Errorf("the other dead letter was delivered %d times", n)
	}
	if _, err := o.Discard(t.Context(), form.Reference(form.ServiceRequest, "key-unreadable")); err != nil {
		t.Fatal(err)
	}
	if _, err := o.RetryAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "nothing is left", func() bool { return len(o.list(t)) == 0 })
	if got := delivered.all(); got["key-refused"] != 1 || got["key-unreadable"] != 0 || got["key-exhausted"] != 1 {
		t.Errorf("delivered %v", got)
	}
}

// The next attempt comes after the delay that the destination requests.
//
// Rules: FORM-44.
func TestRetryAfter(t *testing.T) { databasetest.Each(t, testRetryAfter) }

func testRetryAfter(t *testing.T, at database.Location) {
	t.Parallel()
	now := time.Date(2026, 11, 22, 8, 0, 0, 0, time.UTC)
	o := openAt(t, at, func() time.Time { return now })
	o.accept(t, submission("key-that-comes-too-soon"))
	run(t, o, Destination{Deliver: func(context.Context, *form.Submission) error { return errors.New("too many") },
		Classify: func(error) Classification { return Classification{RetryAfter: 10 * time.Minute} }})
	var e Entry
	polltest.Until(t, "the attempt is on record", func() bool {
		e = o.list(t)["key-that-comes-too-soon"]
		return e.LastError != "" && e.NextAttemptAt != nil
	})
	if want := now.Add(10 * time.Minute); !e.NextAttemptAt.Equal(want) || e.Attempts != 1 {
		t.Errorf("%+v, want the next attempt at %s", e, want)
	}
}

// Two servers with one database deliver every submission once.
func TestClaims(t *testing.T) { databasetest.Each(t, testClaims) }

func testClaims(t *testing.T, at database.Location) {
	t.Parallel()
	one, other := open(t, at), open(t, at)
	var delivered, byServer counter
	destination := func(server string) Destination {
		return Destination{Deliver: func(_ context.Context, s *form.Submission) error {
			byServer.add(server)
			delivered.add(s.Key)
			time.Sleep(time.Millisecond) // like a call, so that both servers get deliveries
			return nil
		}}
	}
	run(t, one, destination("one"))
	run(t, other, destination("other"))
	var wg sync.WaitGroup
	for i := range 40 {
		wg.Go(func() {
			o := one
			if i%2 == 1 {
				o = other
			}
			if _, _, err := o.Accept(context.Background(), submission(fmt.Sprintf("key-%02d", i))); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	polltest.Until(t, "all are delivered", func() bool { return len(one.list(t)) == 0 })
	for key, n := range delivered.all() {
		if n != 1 {
			t.Errorf("%s was delivered %d times", key, n)
		}
	}
	if n := len(delivered.all()); n != 40 {
		t.Errorf("%d were delivered", n)
	}
	t.Logf("deliveries by server: %v", byServer.all())
}

// The claims of a crashed server are free after their lease has expired, not before.
func TestClaims_Crash(t *testing.T) { databasetest.Each(t, testClaimsCrash) }

func testClaimsCrash(t *testing.T, at database.Location) {
	t.Parallel()
	var ahead atomic.Int64
	clock := func() time.Time { return time.Now().Add(time.Duration(ahead.Load())) }
	crashed, other := openAt(t, at, clock), openAt(t, at, clock)
	crashed.accept(t, submission("key-that-was-claimed"))
	if c, err := crashed.claim(t.Context(), true); err != nil || c == nil {
		t.Fatal(c, err)
	}
	if c, err := other.claim(t.Context(), true); err != nil || c != nil {
		t.Fatalf("claimed twice: %+v %v", c, err)
	}
	ahead.Store(int64(lease + time.Second))
	if c, err := other.claim(t.Context(), true); err != nil || c == nil || c.attempts != 2 {
		t.Fatalf("after the lease: %+v %v", c, err)
	}
}

// A server whose claim was taken over records nothing.
func TestClaims_TakenOver(t *testing.T) { databasetest.Each(t, testClaimsTakenOver) }

func testClaimsTakenOver(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	o.accept(t, submission("key-that-changes-hands"))
	c, err := o.claim(t.Context(), true)
	if err != nil || c == nil {
		t.Fatal(c, err)
	}
	o.exec(t, `UPDATE submissions SET claimed_by = 'another server'`)
	if err := o.record(t.Context(), c, `delivered_at = 1`); !errors.Is(err, errClaimLost) {
		t.Errorf("got %v", err)
	}
	if e := o.list(t)["key-that-changes-hands"]; e.State != Delivering {
		t.Errorf("%+v", e)
	}
	if _, err := o.Discard(t.Context(), form.Reference(form.ServiceRequest, "key-that-changes-hands")); err == nil {
		t.Error("a submission was discarded during its delivery")
	}
}

// A delivery that the stop of the server interrupts is due at once and has lost no attempt.
func TestStop(t *testing.T) { databasetest.Each(t, testStop) }

func testStop(t *testing.T, at database.Location) {
	t.Parallel()
	o := open(t, at)
	o.accept(t, submission("key-that-is-cut-off"))
	ctx, cancel := context.WithCancel(t.Context())
	o.Run(ctx, Destination{Deliver: func(ctx context.Context, _ *form.Submission) error {
		cancel()
		<-ctx.Done()
		return ctx.Err()
	}})
	if e := o.list(t)["key-that-is-cut-off"]; e.State != Pending || e.Attempts != 0 ||
		e.NextAttemptAt.After(time.Now()) {
		t.Errorf("%+v", e)
	}
}

// eventLog collects log events.
type eventLog struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (l *eventLog) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.text.Write(p)
}

// events counts events by name.
func (l *eventLog) events(t *testing.T) map[string]int {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	counts := map[string]int{}
	decoder := json.NewDecoder(bytes.NewReader(l.text.Bytes()))
	for decoder.More() {
		var event struct{ Msg string }
		if err := decoder.Decode(&event); err != nil {
			t.Fatal(err)
		}
		counts[event.Msg]++
	}
	return counts
}

// An outage logs one event when it begins and one when it ends, whatever the number of failed submissions.
//
// Rules: ERR-6.
func TestIncident(t *testing.T) { databasetest.Each(t, testIncident) }

func testIncident(t *testing.T, at database.Location) {
	t.Parallel()
	var log eventLog
	o, err := Open(t.Context(), at, slog.New(slog.NewJSONHandler(&log, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer o.Close()
	for i := range 10 {
		o.accept(t, submission(fmt.Sprintf("key-in-an-outage-%d", i)))
	}
	var isBack atomic.Bool
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() {
		defer close(done)
		o.Run(ctx, Destination{Deliver: func(context.Context, *form.Submission) error {
			if isBack.Load() {
				return nil
			}
			return errors.New("sis is down")
		}})
	}()
	polltest.Until(t, "all have failed", func() bool {
		for _, e := range o.list(t) {
			if e.LastError == "" {
				return false
			}
		}
		return true
	})
	isBack.Store(true)
	if _, err := o.RetryAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	polltest.Until(t, "all are delivered", func() bool { return len(o.list(t)) == 0 })
	cancel()
	<-done
	want := map[string]int{
		"submission_delivery_failed":    1,
		"submission_delivery_recovered": 1,
		"submission_delivered":          10,
	}
	if got := log.events(t); !reflect.DeepEqual(got, want) {
		t.Errorf("events %v, want %v", got, want)
	}
}

// Rules: FORM-44.
func TestBackoff(t *testing.T) {
	t.Parallel()
	for attempts, least := range map[int]time.Duration{1: time.Second, 4: 8 * time.Second, 12: 2048 * time.Second,
		13: time.Hour, maxAttempts: time.Hour} {
		if got := backoff(attempts); got < least || got > least+least/10 {
			t.Errorf("after %d attempts: %s", attempts, got)
		}
	}
	total := time.Duration(0)
	for attempts := 1; attempts < maxAttempts; attempts++ {
		total += backoff(attempts)
	}
	if total < 3*24*time.Hour || total > 5*24*time.Hour {
		t.Errorf("attempts take %s together: longer than a weekend, not for ever", total)
	}
}

// TestSpan: a delivery has a trace with what the destination does, and without what the submission says.
//
// Rules: ERR-38.
func TestSpan(t *testing.T) {
	recorder := spantest.Record(t)
	o := open(t, database.Location{File: filepath.Join(t.TempDir(), "outbox.db")})
	delivered := make(chan trace.SpanContext, 1)
	run(t, o, Destination{Deliver: func(ctx context.Context, _ *form.Submission) error {
		delivered <- trace.SpanContextFromContext(ctx)
		return nil
	}})
	o.accept(t, submission("key-of-the-span"))
	within := <-delivered
	polltest.Until(t, "the span ends", func() bool {
		return slices.ContainsFunc(recorder.Ended(), func(span sdktrace.ReadOnlySpan) bool {
			return span.Name() == "process outbox" && span.SpanContext().SpanID() == within.SpanID() &&
				span.SpanKind() == trace.SpanKindConsumer && !span.Parent().IsValid() &&
				spantest.Value(span, "messaging.operation.type") == "process" &&
				!strings.Contains(fmt.Sprint(span.Attributes()), "key-of-the-span")
		})
	})
}
