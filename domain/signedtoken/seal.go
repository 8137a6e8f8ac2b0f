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

// Seal encrypts a text for a purpose, such as a token in a URL. Only the key can decrypt it.
func (k Key) Seal(purpose, text string) (string, error) {
	sealer, err := k.sealer()
	if err != nil {
		return "", err
	}
	//nolint:gosec // no constant nonce: the sealer draws a random one
	return base64.RawURLEncoding.EncodeToString(sealer.Seal(nil, nil, []byte(text), []byte(purpose))), nil
}

// Unseal decrypts a text that was sealed for a purpose; ok is false if it was not, or not with this key.
func (k Key) Unseal(purpose, sealed string) (text string, ok bool) {
	data, err := base64.RawURLEncoding.DecodeString(sealed)
	if err != nil {
		return "", false
	}
	sealer, err := k.sealer()
	if err != nil {
		return "", false
	}
	opened, err := sealer.Open(nil, nil, data, []byte(purpose))
	return string(opened), err == nil
}

func (k Key) sealer() (cipher.AEAD, error) {
	if len(k) == 0 {
		return nil, errNoKey
	}
	// The encryption key is derived, so that it is independent of the signing key.
	derived, err := hkdf.Key(sha256.New, k, nil, "seal", 32)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return cipher.NewGCMWithRandomNonce(block)
}
