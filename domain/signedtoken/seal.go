package signedtoken

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// errNoKey is returned if there is no key to seal with.
var errNoKey = errors.New("seal: no key")

// Seal encrypts a text for a purpose, such as a token in a URL. Only the key, or one that accepts it, can decrypt it.
func (k Key) Seal(purpose, text string) (string, error) {
	if k.IsZero() {
		return "", errNoKey
	}
	sealer, err := newSealer(k.present)
	if err != nil {
		return "", err
	}
	//nolint:gosec // no constant nonce: the sealer draws a random one
	return base64.RawURLEncoding.EncodeToString(sealer.Seal(nil, nil, []byte(text), []byte(purpose))), nil
}

// Unseal decrypts a text that was sealed for a purpose; ok is false if it was not, or not with this key or an accepted
// one.
func (k Key) Unseal(purpose, sealed string) (text string, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", false
	}
	for _, secret := range k.all() {
		sealer, err := newSealer(secret)
		if err != nil {
			return "", false
		}
		if opened, err := sealer.Open(nil, nil, data, []byte(purpose)); err == nil {
			return string(opened), true
		}
	}
	return "", false
}

func newSealer(secret string) (cipher.AEAD, error) {
	// The encryption key is derived, so that it is independent of the signing key.
	derived, err := hkdf.Key(sha256.New, []byte(secret), nil, "seal", 32)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}
