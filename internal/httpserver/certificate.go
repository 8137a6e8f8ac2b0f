package httpserver

import (
	"crypto/sha256"
	"crypto/tls"
	"fmt"
	"log/slog"
	"os"
	"sync"
	"time"
)

// checkEvery is how often a handshake looks for changed files of a certificate.
const checkEvery = 10 * time.Second

// Certificate is the certificate of a server, which is read again when its files change.
type Certificate struct {
	certFile, keyFile string
	log               *slog.Logger

	mu      sync.Mutex
	checked time.Time
	// hashes are those of the files: two versions can have the same size and, by the clock of the file system, the same
	// time.
	hashes  [2][sha256.Size]byte
	current *tls.Certificate
}

// LoadCertificate reads a certificate with its chain, and its key, from PEM files.
func LoadCertificate(certFile, keyFile string, log *slog.Logger) (*Certificate, error) {
	c := &Certificate{certFile: certFile, keyFile: keyFile, log: log}
	if err := c.reload(time.Now()); err != nil {
		return nil, err
	}
	return c, nil
}

// CheckValid returns an error if the certificate is not valid at a time.
func (c *Certificate) CheckValid(at time.Time) error {
	leaf := c.current.Leaf
	if at.Before(leaf.NotBefore) || at.After(leaf.NotAfter) {
		return fmt.Errorf("the certificate is valid from %s to %s only",
			leaf.NotBefore.Format(time.DateOnly), leaf.NotAfter.Format(time.DateOnly))
	}
	return nil
}

// Get returns the certificate for a handshake. If changed files cannot be read, it is the previous one.
func (c *Certificate) Get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if now := time.Now(); now.Sub(c.checked) >= checkEvery {
		if err := c.reload(now); err != nil {
			c.log.Error("certificate_not_reloaded", "file", c.certFile, "error", err)
		}
	}
	return c.current, nil
}

// reload reads the files if they have changed. A failure is retried at the next check: one of the files may not have
// been replaced yet.
func (c *Certificate) reload(now time.Time) error {
	c.checked = now
	var texts [2][]byte
	var hashes [2][sha256.Size]byte
	for i, file := range []string{c.certFile, c.keyFile} {
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		texts[i], hashes[i] = text, sha256.Sum256(text)
	}
	if hashes == c.hashes {
		return nil
	}
	pair, err := tls.X509KeyPair(texts[0], texts[1])
	if err != nil {
		return fmt.Errorf("read the certificate %s with the key %s: %w", c.certFile, c.keyFile, err)
	}
	c.hashes, c.current = hashes, &pair
	return nil
}
