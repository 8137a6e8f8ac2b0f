package respond

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"strand/internal/apperr"
)

// TestJSONError_TraceID: a refusal has the trace id of its request, with which operators find its log events.
func TestJSONError_TraceID(t *testing.T) {
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{1}})
	r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	w := httptest.NewRecorder()
	JSONError(
		w,
		r.WithContext(trace.ContextWithSpanContext(t.Context(), span)),
		apperr.New(apperr.Invalid, "body: send a JSON object"),
	)
	var answer struct {
		Error struct{ Code, Message, TraceID string }
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	if got := answer.Error; w.Code != http.StatusBadRequest || got.Code != "BAD_USER_INPUT" ||
		got.Message != "body: send a JSON object" || got.TraceID != span.TraceID().String() {
		t.Errorf("status %d, %+v", w.Code, got)
	}
}
