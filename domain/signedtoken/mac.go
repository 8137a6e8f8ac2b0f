package signedtoken

import (
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
)

// MACSize is the size of a code of MACs in bytes.
const MACSize = sha256.Size

// MACs makes and checks message authentication codes of data that others keep for the server.
type MACs struct {
	// keys are derived: the first makes codes, all are accepted.
	keys [][]byte
}

// MACs returns the codes for a purpose. Codes that were made with an accepted secret are valid too. Those of a zero key
// are never valid.
func (k Key) MACs(purpose string) (MACs, error) {
	var m MACs
	for _, secret := range k.all() {
		// The key is derived, so that it is independent of the signing key.
		derived, err := hkdf.Key(sha256.New, []byte(secret), nil, "mac "+purpose, sha256.Size)
		if err != nil {
			return MACs{}, fmt.Errorf("derive the key of %s: %w", purpose, err)
		}
		m.keys = append(m.keys, derived)
	}
	return m, nil
}

// Make returns the code of data under a name: another name has another code. Without a key it is nil.
func (m MACs) Make(name string, data []byte) []byte {
	if len(m.keys) == 0 {
		return nil
	}
	return macOf(m.keys[0], name, data)
}

// Valid reports whether a code is that of data under a name.
func (m MACs) Valid(code []byte, name string, data []byte) bool {
	return slices.ContainsFunc(m.keys, func(key []byte) bool { return hmac.Equal(code, macOf(key, name, data)) })
}

func macOf(key []byte, name string, data []byte) []byte {
	mac := hmac.New(sha256.New, key)
	// The length makes the concatenation unambiguous.
	mac.Write(binary.BigEndian.AppendUint64(nil, uint64(len(name))))
	mac.Write([]byte(name))
	mac.Write(data)
	return mac.Sum(nil)
}
