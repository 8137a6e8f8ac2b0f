package shared_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/redis/rueidis"

	"strand/domain/signedtoken"
	"strand/internal/changes"
	"strand/test/logtest"
	"strand/test/polltest"
	"strand/test/sharedtest"
)

// attacker is another client of Redis, with or without the secret of the servers.
type attacker struct {
	t      *testing.T
	client rueidis.Client
	macs   signedtoken.MACs
}

func newAttacker(t *testing.T, redis *sharedtest.Redis) *attacker {
	t.Helper()
	macs, err := signedtoken.NewKey(secret).MACs("redis")
	if err != nil {
		t.Fatal(err)
	}
	return &attacker{t, redis.Client(), macs}
}

func (a *attacker) do(command rueidis.Completed) rueidis.RedisResult {
	a.t.Helper()
	result := a.client.Do(context.Background(), command)
	if err := result.Error(); err != nil {
		a.t.Fatal(err)
	}
	return result
}

func (a *attacker) get(key string) string {
	a.t.Helper()
	value, err := a.do(a.client.B().Get().Key(key).Build()).ToString()
	if err != nil {
		a.t.Fatal(err)
	}
	return value
}

func (a *attacker) set(key, value string) { a.do(a.client.B().Set().Key(key).Value(value).Build()) }

// valueStart is where the data of a value begins, after version and code.
const valueStart = 1 + signedtoken.MACSize

// version is that of stored values.
const version = "1"

// sign stores data as a server would.
func (a *attacker) sign(key, data string) {
	a.set(key, version+string(a.macs.Make(version+key, []byte(data)))+data)
}

// edit changes a value before compression, and signs it.
func (a *attacker) edit(key string, change func(value string) string) {
	a.t.Helper()
	plain, err := unzip(a.get(key)[valueStart:])
	if err != nil {
		a.t.Fatal(err)
	}
	a.sign(key, zip([]byte(change(string(plain)))))
}

func zip(data []byte) string {
	w, _ := zstd.NewWriter(nil)
	defer func() { _ = w.Close() }()
	return string(w.EncodeAll(data, nil))
}

func unzip(packed string) ([]byte, error) {
	r, err := zstd.NewReader(nil)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return r.DecodeAll([]byte(packed), nil)
}

// startLogged starts a server, and returns its log.
func startLogged(t *testing.T, redis *sharedtest.Redis, u *upstream) (*server, *logtest.Log) {
	t.Helper()
	log := &logtest.Log{}
	key := signedtoken.NewKey(secret)
	return startAs(t, redis, u, 10*time.Second, key, slog.New(slog.NewTextHandler(log, nil))), log
}

// TestSecond_Attacks: a value that no server has written for its key, or whose content is invalid, is a cache miss with
// one event. The server calls the upstream system, and replaces the value.
//
// Rules: SEC-42.
func TestSecond_Attacks(t *testing.T) {
	const key = "test:value:a"
	for name, attack := range map[string]func(a *attacker){
		"garbage":         func(a *attacker) { a.set(key, "garbage") },
		"without a code":  func(a *attacker) { a.set(key, a.get(key)[valueStart:]) },
		"another version": func(a *attacker) { a.set(key, "2"+a.get(key)[1:]) },
		"edited": func(a *attacker) {
			code := a.get(key)[:valueStart]
			plain, err := unzip(a.get(key)[valueStart:])
			if err != nil {
				a.t.Fatal(err)
			}
			a.set(key, code+zip([]byte(strings.Replace(string(plain), "a=1", "a=2", 1))))
		},
		"another secret": func(a *attacker) {
			other, err := signedtoken.NewKey(strings.Repeat("x", 32)).MACs("redis")
			if err != nil {
				a.t.Fatal(err)
			}
			data := a.get(key)[valueStart:]
			a.set(key, version+string(other.Make(version+key, []byte(data)))+data)
		},
		"another key": func(a *attacker) {
			a.sign("test:value:b", a.get(key)[valueStart:])
			a.set(key, a.get("test:value:b"))
		},
		"a large value": func(a *attacker) { a.set(key, strings.Repeat("x", 17<<20)) },
		"a bomb": func(a *attacker) {
			a.edit(key, func(value string) string { return value + strings.Repeat("0", 64<<20) })
		},
		"no compression": func(a *attacker) { a.sign(key, "{}\na=2") },
		"no header":      func(a *attacker) { a.sign(key, zip([]byte("a=2"))) },
		"no JSON":        func(a *attacker) { a.sign(key, zip([]byte("{\na=2"))) },
		"the future": func(a *attacker) {
			a.edit(key, func(value string) string {
				later, _ := json.Marshal(time.Now().Add(time.Hour))
				return loadedAt.ReplaceAllString(value, `"loaded":`+string(later))
			})
		},
		"another type": func(a *attacker) {
			a.do(a.client.B().Del().Key(key).Build())
			a.do(a.client.B().Rpush().Key(key).Element("x").Build())
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redis, u := sharedtest.Start(t), newUpstream()
			start(t, redis, u).expect("a", "1")
			a := newAttacker(t, redis)
			a.awaitKey(key)
			expectShared(t, redis, u, "a", "1")
			attack(a)
			victim, log := startLogged(t, redis, u)
			victim.expect("a", "1")
			u.expectCalls(t, name, "a")
			wanted := 1
			if name == "another type" { // which is no value
				wanted = 0
			}
			if got := strings.Count(log.String(), "shared_value_refused"); got != wanted {
				t.Errorf("%d events: %s", got, log)
			}
		})
	}
}

// loadedAt is the time in the header of a value.
var loadedAt = regexp.MustCompile(`"loaded":"[^"]*"`)

// TestEvents_Attacks: an event that no server has written is not handled as what it says. It reloads everything, once
// for several.
//
// Rules: SEC-42.
func TestEvents_Attacks(t *testing.T) {
	forged, err := json.Marshal(changes.Event{
		ID: "forged", Source: "revocations", Records: []changes.Record{{Type: "99999999999", ID: "sub:user"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	entry := func(a *attacker, fields ...string) rueidis.Completed {
		command := a.client.B().Xadd().Key("test:changes").Id("*").FieldValue().FieldValue(fields[0], fields[1])
		for pair := range slices.Chunk(fields[2:], 2) {
			command = command.FieldValue(pair[0], pair[1])
		}
		return command.Build()
	}
	add := func(a *attacker, fields ...string) { a.do(entry(a, fields...)) }
	// genuine returns the fields of the event that a server has sent.
	genuine := func(a *attacker) map[string]string {
		entries, err := a.do(a.client.B().Xrange().Key("test:changes").Start("-").End("+").Build()).AsXRange()
		if err != nil || len(entries) != 1 {
			a.t.Fatalf("%v %v", entries, err)
		}
		return entries[0].FieldValues
	}
	for name, attack := range map[string]func(a *attacker){
		"without a code":    func(a *attacker) { add(a, "server", "x", "event", string(forged)) },
		"with a false code": func(a *attacker) { add(a, "server", "x", "event", string(forged), "code", "x") },
		"with the code of another event": func(a *attacker) {
			add(a, "server", genuine(a)["server"], "event", string(forged), "code", genuine(a)["code"])
		},
		"of another server": func(a *attacker) {
			add(a, "server", "x", "event", genuine(a)["event"], "code", genuine(a)["code"])
		},
		"large":           func(a *attacker) { add(a, "event", strings.Repeat("x", 2<<20)) },
		"no event at all": func(a *attacker) { add(a, "x", "y") },
		"many": func(a *attacker) {
			var all []rueidis.Completed
			for range 500 {
				all = append(all, entry(a, "server", "x", "event", string(forged)))
			}
			a.client.DoMulti(context.Background(), all...)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			redis, u := sharedtest.Start(t), newUpstream()
			first := start(t, redis, u)
			second, log := startLogged(t, redis, u)
			first.change("a", "1")
			second.await()
			attack(newAttacker(t, redis))
			first.change("a", "2")
			handled := 0
			for e := second.await(); len(e.Records) == 0; e = second.await() {
				if handled++; !e.IsAny() || handled > 100 {
					t.Fatalf("event %d: %+v", handled, e)
				}
			}
			second.expect("a", "2")
			if handled == 0 {
				t.Error("nothing is reloaded")
			}
			if got := strings.Count(log.String(), "shared_value_refused"); got != 1 {
				t.Errorf("%d events: %s", got, log)
			}
			// A further server can start.
			start(t, redis, u).expect("a", "2")
		})
	}
}

// TestEvents_Large: an event that is larger than others accept concerns everything.
func TestEvents_Large(t *testing.T) {
	redis, u := sharedtest.Start(t), newUpstream()
	first, second := start(t, redis, u), start(t, redis, u)
	second.expect("a", "1")
	u.set("a", "2")
	first.feed.Publish(t.Context(), "cms", changes.Record{ID: strings.Repeat("x", 2<<20)})
	if e := second.await(); !e.IsAny() {
		t.Errorf("an event of %s", e.Source)
	}
	second.expect("a", "2")
}

// TestSecrets: servers whose secret is being replaced share answers and events; those with different secrets work, and
// share neither.
func TestSecrets(t *testing.T) {
	previous, next := strings.Repeat("p", 32), strings.Repeat("n", 32)
	for _, test := range []struct {
		name          string
		first, second signedtoken.Key
		isShared      bool
	}{
		{"replaced", signedtoken.NewKey(previous, next), signedtoken.NewKey(next, previous), true},
		{"replaced in part", signedtoken.NewKey(next, previous), signedtoken.NewKey(previous, next), true},
		{"different", signedtoken.NewKey(previous), signedtoken.NewKey(next), false},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			redis, u := sharedtest.Start(t), newUpstream()
			log := slog.New(slog.DiscardHandler)
			first := startAs(t, redis, u, 10*time.Second, test.first, log)
			second := startAs(t, redis, u, 10*time.Second, test.second, log)
			first.change("a", "2")
			if e := second.await(); e.IsAny() == test.isShared {
				t.Errorf("%+v", e)
			}
			// Events are handled in one order: the first server has read its own one, too.
			second.change("b", "3")
			first.await()
			first.expect("a", "2")
			calls := []string{"a"}
			newAttacker(t, redis).awaitKey("test:value:a")
			second.expect("a", "2")
			if !test.isShared {
				calls = append(calls, "a")
			}
			u.expectCalls(t, fmt.Sprintf("shared: %t", test.isShared), calls...)
		})
	}
}

// awaitKey waits until a key exists: callers do not wait until answers are stored.
func (a *attacker) awaitKey(key string) {
	a.t.Helper()
	polltest.Until(a.t, key+" exists", func() bool {
		n, err := a.do(a.client.B().Exists().Key(key).Build()).AsInt64()
		return err == nil && n == 1
	})
}
