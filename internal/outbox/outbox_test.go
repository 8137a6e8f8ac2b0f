package outbox

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"strand/domain/form"
)

func open(t *testing.T, file string) *Outbox {
	t.Helper()
	o, err := Open(file, slog.New(slog.NewTextHandler(io.Discard, nil)), nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = o.Close() })
	return o
}

func submission(key string) *form.Submission {
	return &form.Submission{Kind: form.ServiceRequest, Key: key, Reference: form.Reference(form.ServiceRequest, key), Values: map[string]string{"subject": "Hum"},
		Attachments: []form.Attachment{{ID: "file-of-" + key}}, SubmittedAt: time.Date(2026, 11, 20, 8, 0, 0, 0, time.UTC)}
}

// TestAccept: the same key is the same submission, however many ask at once.
func TestAccept(t *testing.T) {
	o := open(t, filepath.Join(t.TempDir(), "outbox.db"))
	var created atomic.Int32
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			s := submission("the-same-key-of-all")
			kept, isNew, err := o.Accept(context.Background(), s)
			if err != nil || !reflect.DeepEqual(kept, s) {
				t.Errorf("%+v %v", kept, err)
			}
			if isNew {
				created.Add(1)
			}
		})
	}
	wg.Wait()
	if n, _, _ := o.Pending(context.Background()); created.Load() != 1 || n != 1 {
		t.Errorf("%d created, %d pending", created.Load(), n)
	}
}

// TestRun: what fails is tried again; what was handed over is not.
func TestRun(t *testing.T) {
	o := open(t, filepath.Join(t.TempDir(), "outbox.db"))
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	attempts := map[string]int{}
	done := make(chan struct{})
	go o.Run(ctx, Receiver{Deliver: func(_ context.Context, s *form.Submission) error {
		attempts[s.Key]++
		if s.Key == "key-that-fails-once" && attempts[s.Key] == 1 {
			return errors.New("sis is away")
		}
		if s.Key == "key-that-comes-last" {
			close(done)
		}
		return nil
	}})
	accept := func(key string) {
		if _, _, err := o.Accept(ctx, submission(key)); err != nil {
			t.Fatal(err)
		}
	}
	accept("key-that-fails-once")
	accept("key-that-goes-well")
	for {
		n, _, err := o.Pending(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if n == 0 {
			break
		}
		time.Sleep(20 * time.Millisecond)
	}
	accept("key-that-goes-well") // a repetition
	accept("key-that-comes-last")
	<-done
	if want := map[string]int{"key-that-fails-once": 2, "key-that-goes-well": 1, "key-that-comes-last": 1}; !reflect.DeepEqual(attempts, want) {
		t.Errorf("attempts %v", attempts)
	}
}

// TestReopened: what was accepted is there after the process went away without a word, and its files are still needed.
func TestReopened(t *testing.T) {
	file := filepath.Join(t.TempDir(), "outbox.db")
	before := open(t, file)
	if _, _, err := before.Accept(context.Background(), submission("key-of-before")); err != nil {
		t.Fatal(err)
	}
	after := open(t, file)
	needed, err := after.Attachments(context.Background())
	if err != nil || !reflect.DeepEqual(needed, map[string]bool{"file-of-key-of-before": true}) {
		t.Errorf("%v %v", needed, err)
	}
	found, err := after.Find(context.Background(), form.ServiceRequest, "key-of-before")
	if err != nil || found == nil || found.Values["subject"] != "Hum" {
		t.Errorf("%+v %v", found, err)
	}
	if found, err := after.Find(context.Background(), form.OSSRequest, "key-of-before"); found != nil || err != nil {
		t.Errorf("a key of another form: %+v %v", found, err)
	}
}

func TestBackoff(t *testing.T) {
	for attempts, least := range map[int]time.Duration{0: time.Second, 3: 8 * time.Second, 9: 512 * time.Second, 10: 15 * time.Minute, 1000: 15 * time.Minute} {
		if got := backoff(attempts); got < least || got > least+least/10 {
			t.Errorf("after %d attempts: %s", attempts, got)
		}
	}
}

// TestRun_Unwritable: what was handed over and cannot be noted is not handed over again at once.
func TestRun_Unwritable(t *testing.T) {
	o := open(t, filepath.Join(t.TempDir(), "outbox.db"))
	if _, _, err := o.Accept(context.Background(), submission("key-of-a-full-disk-1")); err != nil {
		t.Fatal(err)
	}
	if _, err := o.db.Exec(`CREATE TRIGGER full BEFORE UPDATE ON submissions BEGIN SELECT RAISE(ABORT, 'disk full'); END`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	attempts := 0
	o.Run(ctx, Receiver{Deliver: func(context.Context, *form.Submission) error { attempts++; return nil }})
	// Once when it starts, and once when it wakes for what was accepted.
	if attempts < 1 || attempts > 2 {
		t.Errorf("%d attempts", attempts)
	}
}
