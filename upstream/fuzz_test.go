package upstream_test

import (
	"context"
	"errors"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"

	"strand/internal/recovery"
	"strand/test/upstreamtest"
)

// fuzzAnswers calls the readers of a system with arbitrary responses: they return a value or an error, and never
// panic.
func fuzzAnswers(f *testing.F, name string) {
	f.Helper()
	s := systems[name]
	var answer atomic.Pointer[[]byte]
	good := upstreamtest.Start(f, s.contract)
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Each call has a client of its own, whose connection would stay open.
		w.Header().Set("Connection", "close")
		if body := answer.Load(); body != nil {
			w.Header().Set("Content-Type", "application/json")
			_, _ = w.Write(*body)
			return
		}
		recorded := httptest.NewRecorder()
		good.ServeHTTP(recorded, r)
		body := recorded.Body.Bytes()
		answer.Store(&body)
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write(body)
	}))
	f.Cleanup(server.Close)
	operations := slices.Sorted(maps.Keys(s.calls(f, server.URL, newCache(f))))
	seed := func(i int) {
		answer.Store(nil)
		_ = s.calls(f, server.URL, newCache(f))[operations[i]](f.Context()) // the call stores the valid response
		if body := answer.Load(); body != nil {
			f.Add(uint8(i), *body)
		}
	}
	for i := range operations {
		good.Break(nil)
		seed(i)
		for _, fault := range upstreamtest.Faults {
			if fault.Data != nil {
				good.Break(&fault)
				seed(i)
			}
		}
	}
	f.Add(
		uint8(0),
		[]byte(`{"data":{},"errors":[null,{"message":"no","extensions":{"code":1}}],"extensions":{"a":[]}}`),
	)
	f.Fuzz(func(t *testing.T, operation uint8, body []byte) {
		answer.Store(&body)
		c := newCache(t)
		call := s.calls(t, server.URL, c)[operations[int(operation)%len(operations)]]
		var panicked *recovery.PanicError
		if err := call(context.WithoutCancel(t.Context())); errors.As(err, &panicked) {
			t.Errorf("%v\n%s", err, panicked.Stack)
		}
	})
}

func FuzzCMS(f *testing.F) { fuzzAnswers(f, "cms") }

func FuzzCMSTranslations(f *testing.F) { fuzzAnswers(f, "cms translations") }

func FuzzPIM(f *testing.F) { fuzzAnswers(f, "pim") }

func FuzzSIS(f *testing.F) { fuzzAnswers(f, "sis") }

func FuzzSISForms(f *testing.F) { fuzzAnswers(f, "sis forms") }

func FuzzSISPortal(f *testing.F) { fuzzAnswers(f, "sis portal") }

func FuzzTranslation(f *testing.F) { fuzzAnswers(f, "translation") }
