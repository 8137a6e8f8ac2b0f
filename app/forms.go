package app

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"strand/config"
	"strand/domain/form"
	"strand/domain/productrequest"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/internal/database"
	"strand/internal/health"
	"strand/internal/mailer"
	"strand/internal/outbox"
	"strand/internal/ratelimit"
	"strand/internal/uploads"
	"strand/service/forms"
	"strand/upstream/sis"
)

// uploadCleanupInterval is the interval at which abandoned uploads are removed.
const uploadCleanupInterval = time.Hour

// The bucket and the mail server are probed at most every pollEvery, since requests to them cost time or money.
const (
	pollEvery   = 15 * time.Second
	pollTimeout = 5 * time.Second
)

// acceptedForms accepts forms, and the files that belong to them.
type acceptedForms struct {
	intake  *forms.Intake
	uploads http.Handler
}

// openForms starts the acceptance of forms and their delivery to sis.
func (a *App) openForms(from *upstreams, key signedtoken.Key) (accepted acceptedForms, err error) {
	c, log := a.config, a.log
	box, err := outbox.Open(context.Background(), OutboxLocation(c, a.server), log, nil)
	if err != nil {
		return accepted, err
	}
	a.parts.OnClose(func(context.Context) error { return box.Close() })
	a.stores.Add("outbox", box.Probe)
	store, err := Uploads(context.Background(), c, a.server, box, key.Secret(), log)
	if err != nil {
		return accepted, err
	}
	a.parts.OnClose(func(context.Context) error { return store.Close() })
	a.stores.Add("files", store.Probe)
	if accepted.uploads, err = store.Handler(); err != nil {
		return accepted, err
	}
	if bucket := store.Bucket(); bucket != nil {
		check := health.Poll(log, pollEvery, pollTimeout, bucket.Health)
		a.stores.AddLogged("bucket", func(ctx context.Context) string { return check(ctx).Reason })
	}
	mails, err := newMailer(c, log)
	if err != nil {
		return accepted, err
	}
	if mails != nil {
		check := health.Poll(log, pollEvery, pollTimeout, mails.Health)
		a.checks[mailer.System] = health.Reported(mailer.System, check, log)
	}
	sender := sis.NewSender(from.forms, from.formsOptions, store)
	accepted.intake = forms.NewIntake(box, store, a.limits)
	if from.forms == nil { // submissions of earlier settings wait
		return accepted, nil
	}
	accepted.intake.ConfirmsByMail = mails != nil
	a.parts.InBackground(func(ctx context.Context) {
		to := outbox.Destination{
			Deliver:  sender.Deliver,
			Classify: sis.ClassifyError,
			Delivered: func(f *form.Submission) {
				RemoveFiles(ctx, box, store, f.Attachments)
			},
		}
		if mails != nil {
			to.Confirms = productrequest.Confirms
		}
		box.Run(ctx, to)
	})
	if mails != nil {
		send := confirmByMail(mails.Send, a.limits, log)
		confirmations := outbox.Confirmations{Send: send, MayRepeat: mailer.MayRepeat}
		a.parts.InBackground(func(ctx context.Context) { box.Confirm(ctx, confirmations) })
	}
	a.parts.InBackground(func(ctx context.Context) { clean(ctx, box, store, log) })
	return accepted, nil
}

// newMailer returns the mailer of the settings; nil without a mail server.
func newMailer(c *config.Config, log *slog.Logger) (*mailer.Mailer, error) {
	if c.SMTPURL == "" {
		log.Info("mails_not_configured", "action", "set STRAND_SMTP_URL to confirm requests by mail")
		return nil, nil
	}
	return mailer.New(string(c.SMTPURL), c.MailFrom)
}

// A mailbox receives at most maxConfirmations within confirmationWindow: anyone can enter that of another person.
const (
	maxConfirmations   = 10
	confirmationWindow = 24 * time.Hour
)

// confirmByMail returns a function that confirms a request by a mail, which send sends.
func confirmByMail(
	send func(context.Context, mailer.Mail) error, limits ratelimit.Limits, log *slog.Logger,
) func(context.Context, *form.Submission) error {
	limit := limits.New("confirmations", maxConfirmations, confirmationWindow)
	return func(ctx context.Context, f *form.Submission) error {
		confirmation, err := productrequest.ConfirmationOf(f)
		if err != nil {
			return err
		}
		if !limit.Allow(ctx, form.Mailbox(confirmation.To)) {
			log.WarnContext(ctx, "confirmation_limited", "reference", f.Reference)
			return nil
		}
		return send(ctx, mailer.Mail{
			To:       confirmation.To,
			Subject:  confirmation.Subject,
			Text:     confirmation.Text,
			ID:       f.Reference,
			Language: site.TextTag(confirmation.Language),
		})
	}
}

// OutboxLocation returns where the outbox is.
func OutboxLocation(c *config.Config, server *database.Server) database.Location {
	return location(c, server, "outbox.db")
}

// Uploads returns the store of the files that belong to forms. The secret hashes the networks of those who begin one.
func Uploads(
	ctx context.Context, c *config.Config, server *database.Server, box *outbox.Outbox, secret []byte, log *slog.Logger,
) (*uploads.Store, error) {
	bucket, err := openBucket(ctx, c)
	if err != nil {
		return nil, err
	}
	return uploads.New(ctx, uploads.Options{
		Dir:      UploadsDir(c),
		Bucket:   bucket,
		Database: location(c, server, "files.db"),
		Secret:   secret,
		Space:    int64(c.UploadSpace) << 20,
		Needed:   box.Attachments,
		Log:      log,
	})
}

// openBucket opens the bucket of the settings; nil without one.
func openBucket(ctx context.Context, c *config.Config) (*uploads.Bucket, error) {
	if c.S3URL == "" {
		return nil, nil
	}
	bucket, err := uploads.OpenBucket(ctx, string(c.S3URL))
	if err != nil {
		return nil, fmt.Errorf("the bucket (STRAND_S3_URL) cannot be used: %w", err)
	}
	return bucket, nil
}

// RemoveFiles removes the files of a submission that no other undelivered one refers to, and returns their number.
// While the outbox cannot be read, files are left to clean.
func RemoveFiles(ctx context.Context, box *outbox.Outbox, store *uploads.Store, files []form.Attachment) (removed int) {
	if len(files) == 0 {
		return 0
	}
	needed, err := box.Attachments(ctx)
	if err != nil {
		return 0
	}
	for _, file := range files {
		if !needed[file.ID] {
			store.Remove(file.ID)
			removed++
		}
	}
	return removed
}

// clean removes abandoned uploads, and those of delivered submissions that a crash has left, at the start and at
// intervals. While the outbox cannot be read, it removes nothing.
func clean(ctx context.Context, box *outbox.Outbox, store *uploads.Store, log *slog.Logger) {
	for {
		delivered, err := box.DeliveredAttachments(ctx)
		var needed map[string]bool
		if err == nil {
			needed, err = box.Attachments(ctx)
		}
		if err == nil {
			err = store.Clean(ctx, delivered, needed)
		}
		if err != nil && ctx.Err() == nil && box.Reason() == "" { // otherwise the outbox has logged the error
			log.WarnContext(ctx, "uploads_not_cleaned", "error", err)
		}
		select {
		case <-ctx.Done():
			return
		case <-time.After(uploadCleanupInterval):
		}
	}
}
