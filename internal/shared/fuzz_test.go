package shared

import (
	"encoding/json"
	"testing"

	"github.com/klauspost/compress/zstd"

	"strand/domain/signedtoken"
	"strand/internal/changes"
)

// FuzzDecode checks that any bytes in Redis are an error or a bounded value.
func FuzzDecode(f *testing.F) {
	packer, err := zstd.NewWriter(nil)
	if err != nil {
		f.Fatal(err)
	}
	opener, err := newOpener()
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{
		"", "{", "{}\n", `{"loaded":"2026-01-01T00:00:00Z","epoch":"e","position":{"Time":1,"Number":2}}` + "\ndata",
		`{"loaded":"9999-12-31T23:59:59Z"}` + "\n\n", `{"position":{"Time":18446744073709551616}}` + "\n",
	} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Add(packer.EncodeAll(make([]byte, 2*maxValue), nil), true)
	f.Fuzz(func(t *testing.T, data []byte, isPacked bool) {
		if !isPacked {
			data = packer.EncodeAll(data, nil)
		}
		if _, found, err := decode(opener, data); err == nil && len(found) > maxValue {
			t.Errorf("%q has %d bytes", data, len(found))
		}
	})
}

// FuzzOpened checks that only values that a server has written for a key are opened.
func FuzzOpened(f *testing.F) {
	macs, err := signedtoken.NewKey("0123456789abcdef").MACs("redis")
	if err != nil {
		f.Fatal(err)
	}
	r := &Redis{macs: macs, prefix: "test", server: "own"}
	sealed := r.sealed("key", []byte("data"))
	for _, seed := range []string{sealed, sealed[1:], sealed[:20], "2" + sealed[1:], sealed + "x", "", "1"} {
		f.Add("key", []byte(seed))
	}
	f.Add("kez", []byte(sealed))
	s := &Stream{redis: r}
	f.Fuzz(func(t *testing.T, key string, value []byte) {
		if data, err := r.opened(key, value); err == nil && (key != "key" || string(data) != "data") {
			t.Errorf("%q is opened as %q under %q", value, data, key)
		}
		if data, err := r.opened(key, []byte(r.sealed(key, value))); err != nil || string(data) != string(value) {
			t.Errorf("%q is sealed and opened as %q, %v", value, data, err)
		}
		fields := map[string]string{serverField: key, eventField: string(value), codeField: string(value)}
		if e, err := s.openEvent(fields); err == nil {
			t.Errorf("%q is the event %+v", value, e)
		}
	})
}

// TestEncodeEvent: an event that others would refuse concerns everything, under its id.
func TestEncodeEvent(t *testing.T) {
	data, err := encodeEvent(changes.Event{ID: "1", Source: "cms", Tags: []string{string(make([]byte, maxEvent))}})
	var e changes.Event
	if err != nil || json.Unmarshal(data, &e) != nil || e.ID != "1" || !e.IsAny() || len(e.Tags) != 1 {
		t.Errorf("%.80s %v", data, err)
	}
}
