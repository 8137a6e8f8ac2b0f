package edge

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"testing"

	"go.opentelemetry.io/otel/trace"

	"strand/internal/apperr"
)

// TestErrors_TraceID: a refusal has the trace id of its request, with which operators find its log events.
func TestErrors_TraceID(t *testing.T) {
	problem := apperr.New(apperr.Invalid, "body: send a JSON object")
	type fields struct{ Code, Message, TraceID string }
	for name, refuse := range map[string]func(http.ResponseWriter, *http.Request){
		"JSON API":     func(w http.ResponseWriter, r *http.Request) { respondJSONError(w, r, problem) },
		"editor login": func(w http.ResponseWriter, r *http.Request) { (&editorLogin{}).refuse(w, r, problem) },
		"tickets proxy": func(w http.ResponseWriter, r *http.Request) {
			refuseCall(w, r, http.StatusBadRequest, problem)
		},
	} {
		span := trace.NewSpanContext(trace.SpanContextConfig{TraceID: trace.TraceID{1}, SpanID: trace.SpanID{1}})
		r := httptest.NewRequest(http.MethodPost, "/", http.NoBody)
		response := httptest.NewRecorder()
		refuse(response, r.WithContext(trace.ContextWithSpanContext(t.Context(), span)))
		var answer struct {
			Error  fields
			Errors []struct{ Extensions fields }
		}
		if err := json.Unmarshal(response.Body.Bytes(), &answer); err != nil {
			t.Fatal(name, err)
		}
		got := answer.Error
		if len(answer.Errors) > 0 {
			got = answer.Errors[0].Extensions
		}
		if response.Code != http.StatusBadRequest || got.Code != "BAD_USER_INPUT" ||
			got.TraceID != span.TraceID().String() {
			t.Errorf("%s: status %d, code %s, trace id %s", name, response.Code, got.Code, got.TraceID)
		}
	}
}
