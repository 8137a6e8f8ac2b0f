package signedtoken

import (
	"bytes"
	"testing"
)

func TestMACs(t *testing.T) {
	of := func(purpose, secret string, accepted ...string) MACs {
		m, err := NewKey(secret, accepted...).MACs(purpose)
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	own := of("cache", "0123456789abcdef")
	code := own.Make("key", []byte("data"))
	if len(code) != MACSize {
		t.Errorf("%d bytes", len(code))
	}
	for name, test := range map[string]struct {
		macs       MACs
		code       []byte
		name, data string
		want       bool
	}{
		"as made":         {own, code, "key", "data", true},
		"other data":      {own, code, "key", "Data", false},
		"another name":    {own, code, "keys", "data", false},
		"shifted":         {own, code, "keyd", "ata", false},
		"another purpose": {of("files", "0123456789abcdef"), code, "key", "data", false},
		"another secret":  {of("cache", "x"), code, "key", "data", false},
		"accepted secret": {of("cache", "x", "0123456789abcdef"), code, "key", "data", true},
		"shortened":       {own, code[:MACSize-1], "key", "data", false},
		"changed":         {own, append([]byte{code[0] ^ 1}, code[1:]...), "key", "data", false},
		"empty":           {own, nil, "key", "data", false},
		"no key":          {MACs{}, code, "key", "data", false},
		"no key, empty":   {of("cache", ""), MACs{}.Make("key", []byte("data")), "key", "data", false},
	} {
		if got := test.macs.Valid(test.code, test.name, []byte(test.data)); got != test.want {
			t.Errorf("%s: %t", name, got)
		}
	}
	if bytes.Equal(code, own.Make("key", []byte("other"))) {
		t.Error("other data has the same code")
	}
}
