package app

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"time"

	"strand/config"
	"strand/domain/signedtoken"
	"strand/internal/database"
	"strand/internal/httpserver"
	"strand/internal/shared"
	"strand/internal/stores"
	"strand/internal/telemetry"
	"strand/internal/uploads"
)

const (
	// checkTimeout limits the check of a part that the server does not limit.
	checkTimeout = 10 * time.Second
	// maxCheckAnswer limits the number of bytes read of a response.
	maxCheckAnswer = 1 << 20
)

// CheckResult is the result of checking one part of the configuration.
type CheckResult struct {
	// System is the name of the checked part: `cms`.
	System string
	// URL has no credentials; it is empty if none is configured.
	URL string
	// Took is the duration of the check, Read that of reading what every page needs; zero for none.
	Took, Read time.Duration
	// Err is the problem; nil if there is none.
	Err error
	// Hint tells the operator what to check; empty without a problem.
	Hint string
	// Warnings are what does not work, without making the part unusable.
	Warnings []string
}

// hintError is an error with a hint for the operator. Its text has no credentials.
type hintError struct {
	cause error
	hint  string
}

func (p *hintError) Error() string { return telemetry.Clean(p.cause.Error()) }
func (p *hintError) Unwrap() error { return p.cause }

// systemCheck is the check of one part.
type systemCheck struct {
	system, url string
	// limit bounds the check as /readyz or the websites do.
	limit time.Duration
	run   func(ctx context.Context) error
	// read reads what every page needs, with the websites' client; nil for nothing.
	read func(ctx context.Context) error
	// warnings are found by run; nil for none.
	warnings *[]string
}

// Check sends a request to every configured upstream system, and writes a probe to every store. It changes nothing
// else. Its limits are those of the running server.
func Check(ctx context.Context, c *config.Config) []CheckResult {
	checks := systemChecks(c)
	checks = append(checks, systemCheck{
		system: "app", url: c.ClientDir, limit: checkTimeout,
		run: func(context.Context) error { return checkClient(c) },
	})
	if c.TLSCert != "" {
		run := func(context.Context) error { return checkCertificate(c) }
		checks = append(checks, systemCheck{system: "certificate", url: c.TLSCert, limit: checkTimeout, run: run})
	}
	checks = append(checks, storeChecks(c)...)
	results := make([]CheckResult, len(checks))
	var wg sync.WaitGroup
	for i, check := range checks {
		results[i] = CheckResult{System: check.system, URL: telemetry.Clean(check.url)}
		if check.url != "" {
			wg.Go(func() { check.do(ctx, c, &results[i]) })
		}
	}
	wg.Wait()
	return results
}

// do runs a check, then reads what the websites need.
func (s *systemCheck) do(ctx context.Context, c *config.Config, result *CheckResult) {
	limited, cancel := context.WithTimeout(ctx, s.limit)
	defer cancel()
	started := time.Now()
	err := s.run(limited)
	result.Took = time.Since(started)
	if s.warnings != nil {
		result.Warnings = *s.warnings
	}
	if err != nil && limited.Err() != nil {
		err = &hintError{
			fmt.Errorf("no answer within %s: %w", s.limit, err),
			"the server reports such a system as down: check firewalls, proxies (HTTPS_PROXY) and the system's load",
		}
	}
	if err == nil && s.read != nil {
		started = time.Now()
		err = s.read(ctx)
		result.Read = time.Since(started)
		if err != nil {
			err = &hintError{
				fmt.Errorf("read what every page needs: %w", err),
				"the system answers, but not what the websites ask: compare its schema with upstream/" + s.system +
					"/contract.graphql, and its duration with STRAND_UPSTREAM_TIMEOUT",
			}
		}
	}
	result.Err = err
	if hinted := new(hintError); errors.As(err, &hinted) {
		result.Hint = hinted.hint
	} else if budget := c.DataTimeout - renderReserve; result.Read > budget {
		result.Hint = fmt.Sprintf("slow: pages wait %s for all systems together (STRAND_DATA_TIMEOUT), then they are "+
			"sent without this one", budget)
	}
}

// checkCertificate reads the certificate of the websites.
func checkCertificate(c *config.Config) error {
	certificate, err := httpserver.LoadCertificate(c.TLSCert, c.TLSKey, slog.New(slog.DiscardHandler))
	if err == nil {
		err = certificate.CheckValid(time.Now())
	}
	if err != nil {
		return &hintError{err, "browsers refuse the websites: STRAND_TLS_CERT, STRAND_TLS_KEY"}
	}
	return nil
}

// fileStores are the stores that are files of the data folder without a PostgreSQL database.
var fileStores = []string{"outbox", "revocations", "translations", "files"}

// storeChecks write to the stores of the data folder. Databases are neither created nor migrated.
func storeChecks(c *config.Config) []systemCheck {
	var checks []systemCheck
	for _, folder := range []struct{ name, dir string }{
		{"data folder", c.DataDir}, {"uploads", UploadsDir(c)}, {"images", imageDir(c)}, {"snapshots", snapshotDir(c)},
	} {
		run := func(context.Context) error {
			if err := stores.ProbeFolder(folder.dir); err != nil {
				return &hintError{err, "give the server's user write permission, and free space: STRAND_DATA_DIR"}
			}
			return nil
		}
		checks = append(checks, systemCheck{system: folder.name, url: folder.dir, limit: checkTimeout, run: run})
	}
	if c.S3URL != "" {
		run := func(ctx context.Context) error { return checkBucket(ctx, c) }
		checks = append(checks, systemCheck{
			system: "bucket", url: uploads.BucketName(string(c.S3URL)), limit: checkTimeout, run: run,
		})
	}
	if c.RedisURL != "" {
		run := func(ctx context.Context) error {
			connection, err := shared.Open(
				ctx, string(c.RedisURL), c.RedisPrefix, signedtoken.Key{}, slog.New(slog.DiscardHandler),
			)
			if err != nil {
				return &hintError{err, "without it the server does not start: STRAND_REDIS_URL"}
			}
			connection.Close()
			return nil
		}
		checks = append(checks, systemCheck{system: "redis", url: "(STRAND_REDIS_URL)", limit: checkTimeout, run: run})
	}
	if c.DatabaseURL != "" {
		run := func(ctx context.Context) error { return checkDatabase(ctx, c) }
		return append(checks, systemCheck{system: "database", url: databaseName(c), limit: checkTimeout, run: run})
	}
	for _, store := range fileStores {
		file := location(c, nil, store+".db").File
		run := func(ctx context.Context) error {
			if text, action := database.ProbeFile(ctx, file); text != "" {
				return &hintError{errors.New(text), action}
			}
			return nil
		}
		checks = append(checks, systemCheck{system: store, url: file, limit: checkTimeout, run: run})
	}
	return checks
}

// MissingSecret is a secret that is not set, and what does not work without it.
type MissingSecret struct{ Setting, Effect string }

// MissingSecrets returns the secrets that are not set.
func MissingSecrets(c *config.Config) (missing []MissingSecret) {
	for _, s := range systemsOf(c) {
		if s.source != "" && s.webhookSecret == "" && (s.part == "" || !s.isMissing()) {
			setting := "STRAND_" + strings.ToUpper(s.source) + "_WEBHOOK_SECRET"
			missing = append(missing, MissingSecret{setting, s.late})
		}
	}
	for _, secret := range []struct {
		value           config.Secret
		setting, effect string
	}{
		{c.Secret, "STRAND_SECRET", "a key is made in the data folder, which all servers must share then"},
		{c.EditorPassword, "STRAND_EDITOR_PASSWORD", "the editor area is closed"},
		{c.RouterSecret, "STRAND_ROUTER_SECRET", "federation routers are refused in production"},
		{c.SMTPURL, "STRAND_SMTP_URL", "requests are not confirmed by mail"},
	} {
		if secret.value == "" {
			missing = append(missing, MissingSecret{secret.setting, secret.effect})
		}
	}
	return missing
}

// databaseName returns the address of the database without user and password.
func databaseName(c *config.Config) string { return database.Name(string(c.DatabaseURL)) }

// checkDatabase connects to the database and checks that it can be written, and has what the data folder had.
func checkDatabase(ctx context.Context, c *config.Config) error {
	for _, store := range fileStores {
		if err := database.CheckUnused(location(c, nil, store+".db").File); err != nil {
			return &hintError{err, "the server does not start with such a file"}
		}
	}
	server, err := OpenDatabase(ctx, c)
	if err != nil {
		return &hintError{err, database.Action(err)}
	}
	return server.Close()
}

// checkBucket writes a file into the bucket, and removes it.
func checkBucket(ctx context.Context, c *config.Config) error {
	if _, err := openBucket(ctx, c); err != nil {
		return &hintError{err, "check the URL, the key with its secret and permissions, and the bucket: STRAND_S3_URL"}
	}
	return nil
}
