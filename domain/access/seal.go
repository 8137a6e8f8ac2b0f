package access

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// errNoKey says that nothing can be sealed without a key.
var errNoKey = errors.New("seal: there is no key")

// Seal hides a text for a purpose, such as a token in an address: the key alone can read and make it.
func (k Key) Seal(purpose, text string) (string, error) {
	sealer, err := k.sealer()
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(sealer.Seal(nil, nil, []byte(text), []byte(purpose))), nil
}

// Unseal reads what was sealed for a purpose; not ok where it was not, or not with this key.
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
	// Another key than the one that signs: neither says anything of the other.
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
