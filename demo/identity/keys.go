package identity

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"database/sql"
	"errors"
	"fmt"
	"time"

	jose "github.com/go-jose/go-jose/v4"
	"github.com/zitadel/oidc/v3/pkg/op"
)

const (
	// rotateEvery is the time for which a key signs; it is published for the same time again, so that all its
	// tokens have expired.
	rotateEvery = 90 * 24 * time.Hour

	purposeSign    = "sign"
	purposeEncrypt = "encrypt"
)

// signingKey is a key that signs tokens.
type signingKey struct {
	id  string
	key *rsa.PrivateKey
}

func (k *signingKey) ID() string                                  { return k.id }
func (k *signingKey) Key() any                                    { return k.key }
func (k *signingKey) SignatureAlgorithm() jose.SignatureAlgorithm { return jose.RS256 }

// publicKey is the public part of a key.
type publicKey struct{ *signingKey }

func (k publicKey) Key() any                           { return k.key.Public() }
func (k publicKey) Algorithm() jose.SignatureAlgorithm { return jose.RS256 }
func (k publicKey) Use() string                        { return "sig" }

// signingKeys returns the published keys, newest first. It creates a key if none is young enough to sign.
func (s *store) signingKeys(ctx context.Context) ([]*signingKey, error) {
	keys, newest, err := s.readKeys(ctx)
	if err != nil || len(keys) > 0 && s.now().Sub(newest) < rotateEvery {
		return keys, err
	}
	if err := s.Rotate(ctx); err != nil {
		return nil, err
	}
	keys, _, err = s.readKeys(ctx)
	return keys, err
}

func (s *store) readKeys(ctx context.Context) (keys []*signingKey, newest time.Time, err error) {
	rows, err := s.db.QueryContext(
		ctx,
		`SELECT id, material, created_at FROM keys WHERE purpose = ? AND created_at > ? ORDER BY created_at DESC, id`,
		purposeSign,
		s.now().Add(-2*rotateEvery).UnixMilli(),
	)
	if err != nil {
		return nil, newest, fmt.Errorf("read the keys: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var id string
		var material []byte
		var at int64
		if err := rows.Scan(&id, &material, &at); err != nil {
			return nil, newest, fmt.Errorf("read the keys: %w", err)
		}
		key, err := x509.ParsePKCS1PrivateKey(material)
		if err != nil {
			return nil, newest, fmt.Errorf("read the key %s: %w", id, err)
		}
		if newest.IsZero() {
			newest = time.UnixMilli(at)
		}
		keys = append(keys, &signingKey{id, key})
	}
	return keys, newest, rows.Err()
}

// Rotate creates the next signing key. Earlier keys stay published.
func (s *store) Rotate(ctx context.Context) error {
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		return fmt.Errorf("generate a key: %w", err)
	}
	if _, err := s.db.ExecContext(ctx, `INSERT INTO keys (id, purpose, material, created_at) VALUES (?, ?, ?, ?)`,
		rand.Text(), purposeSign, x509.MarshalPKCS1PrivateKey(key), s.now().UnixMilli()); err != nil {
		return fmt.Errorf("store a key: %w", err)
	}
	return nil
}

// SigningKey returns the current signing key.
func (s *store) SigningKey(ctx context.Context) (op.SigningKey, error) {
	keys, err := s.signingKeys(ctx)
	if err != nil {
		return nil, err
	}
	return keys[0], nil
}

// SignatureAlgorithms returns the algorithms of the signing keys.
func (s *store) SignatureAlgorithms(context.Context) ([]jose.SignatureAlgorithm, error) {
	return []jose.SignatureAlgorithm{jose.RS256}, nil
}

// KeySet returns the published keys.
func (s *store) KeySet(ctx context.Context) ([]op.Key, error) {
	keys, err := s.signingKeys(ctx)
	if err != nil {
		return nil, err
	}
	set := make([]op.Key, len(keys))
	for i, k := range keys {
		set[i] = publicKey{k}
	}
	return set, nil
}

// encryptionKey returns the key that encrypts access tokens.
func (s *store) encryptionKey(ctx context.Context) (key [32]byte, err error) {
	var material []byte
	err = s.db.QueryRowContext(ctx, `SELECT material FROM keys WHERE purpose = ?`, purposeEncrypt).Scan(&material)
	if errors.Is(err, sql.ErrNoRows) {
		material = make([]byte, len(key))
		_, _ = rand.Read(material) // never fails
		_, err = s.db.ExecContext(
			ctx,
			`INSERT INTO keys (id, purpose, material, created_at) VALUES (?, ?, ?, ?)`,
			rand.Text(),
			purposeEncrypt,
			material,
			s.now().UnixMilli(),
		)
	}
	if err != nil {
		return key, fmt.Errorf("read the key of access tokens: %w", err)
	}
	copy(key[:], material)
	return key, nil
}
