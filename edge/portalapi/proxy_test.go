package portalapi

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"strand/internal/apperr"
)

// TestRefuseCall_TraceID: a refused call of the tickets proxy has the trace id of its request.
func TestRefuseCall_TraceID(t *testing.T) {
	span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{1}})
	r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
	w := httptest.NewRecorder()
	refuseCall(
		w,
		r.WithContext(trace.ContextWithSpanContext(t.Context(), span)),
		http.StatusBadRequest,
		apperr.New(apperr.Invalid, "body: send a JSON object"),
	)
	var answer struct {
		Errors []struct {
			Extensions struct{ Code, TraceID string }
		}
	}
	if err := json.Unmarshal(w.Body.Bytes(), &answer); err != nil {
		t.Fatal(err)
	}
	if w.Code != http.StatusBadRequest || len(answer.Errors) != 1 ||
		answer.Errors[0].Extensions.Code != "BAD_USER_INPUT" ||
		answer.Errors[0].Extensions.TraceID != span.TraceID().String() {
		t.Errorf("status %d, %+v", w.Code, answer)
	}
}
