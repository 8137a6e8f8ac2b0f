package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"path/filepath"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/metric"

	"strand/config"
	"strand/domain/form"
	"strand/internal/outbox"
	"strand/internal/uploads"
	"strand/resolvers"
	"strand/upstream/sis"
	"strand/upstream/transport"
)

// cleanEvery is how often uploads are looked through that nobody came back for.
const cleanEvery = time.Hour

// forms starts what takes forms and hands them over to sis; the handler takes their files.
func (a *App) forms(c *config.Config, client *transport.Client, endpoint string, log *slog.Logger) (*resolvers.Forms, http.Handler, error) {
	box, err := outbox.Open(filepath.Join(c.DataDir, "outbox.db"), log, nil)
	if err != nil {
		return nil, nil, err
	}
	a.closers = append(a.closers, func(context.Context) error { return box.Close() })
	if err := observeOutbox(box); err != nil {
		return nil, nil, err
	}
	store, err := uploads.New(uploads.Options{Dir: filepath.Join(c.DataDir, "uploads"), Space: int64(c.UploadSpace) << 20, Needed: box.Attachments, Log: log})
	if err != nil {
		return nil, nil, err
	}
	handler, err := store.Handler(len(c.TrustedProxies) > 0)
	if err != nil {
		return nil, nil, err
	}
	sender := sis.NewSender(client, endpoint, store)
	a.inBackground(func(ctx context.Context) {
		box.Run(ctx, outbox.Receiver{Deliver: sender.Deliver, Delivered: func(f *form.Submission) {
			needed, err := box.Attachments(ctx)
			if err != nil {
				return // cleaning takes them away later
			}
			for _, file := range f.Attachments {
				if !needed[file.ID] { // by another submission
					store.Remove(file.ID)
				}
			}
		}})
	})
	a.inBackground(func(ctx context.Context) { clean(ctx, box, store, log) })
	return resolvers.NewForms(box, store), handler, nil
}

// inBackground runs something until the app is closed.
func (a *App) inBackground(run func(context.Context)) {
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		run(ctx)
	}()
	a.closers = append(a.closers, func(context.Context) error {
		cancel()
		<-done
		return nil
	})
}

func clean(ctx context.Context, box *outbox.Outbox, store *uploads.Store, log *slog.Logger) {
	for {
		needed, err := box.Attachments(ctx)
		if err == nil {
			store.Clean(needed, time.Now())
		} else if ctx.Err() == nil {
			log.Warn("uploads could not be cleaned", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(cleanEvery):
		}
	}
}

// observeOutbox tells how much waits to be handed over, and for how long.
func observeOutbox(box *outbox.Outbox) error {
	meter := otel.Meter("strand/internal/outbox")
	pending, err := meter.Int64ObservableGauge("strand.outbox.pending", metric.WithDescription("Submissions that were acknowledged and are not handed over yet."))
	if err != nil {
		return fmt.Errorf("register the metrics of the outbox: %w", err)
	}
	oldest, err := meter.Float64ObservableGauge("strand.outbox.oldest", metric.WithUnit("s"), metric.WithDescription("How long the oldest of them has been waiting."))
	if err != nil {
		return fmt.Errorf("register the metrics of the outbox: %w", err)
	}
	_, err = meter.RegisterCallback(func(ctx context.Context, o metric.Observer) error {
		n, age, err := box.Pending(ctx)
		if err != nil {
			return err
		}
		o.ObserveInt64(pending, int64(n))
		o.ObserveFloat64(oldest, age.Seconds())
		return nil
	}, pending, oldest)
	return err
}
