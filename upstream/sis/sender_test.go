package sis

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"strand/internal/outbox"
	"strand/upstream/transport"
)

func TestClassifyError(t *testing.T) {
	for name, test := range map[string]struct {
		err  error
		want outbox.Verdict
	}{
		"refused input": {&transport.Error{Kind: transport.KindGraphQL, Code: "BAD_USER_INPUT"},
			outbox.Verdict{Refused: true}},
		"a GraphQL error": {&transport.Error{Kind: transport.KindGraphQL}, outbox.Verdict{}},
		"an invalid operation": {&transport.Error{Kind: transport.KindGraphQL, Code: "GRAPHQL_VALIDATION_FAILED"},
			outbox.Verdict{}},
		"refused file": {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 413}},
			outbox.Verdict{Refused: true}},
		"no such path": {&transport.Error{Kind: transport.KindStatus, Status: 404}, outbox.Verdict{}},
		"too many": {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 429, RetryAfter: time.Minute}},
			outbox.Verdict{RetryAfter: time.Minute}},
		"request timeout": {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 408}}, outbox.Verdict{}},
		"too early":       {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 425}}, outbox.Verdict{}},
		"server error":    {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 503}}, outbox.Verdict{}},
		"timeout":         {&transport.Error{Kind: transport.KindTimeout}, outbox.Verdict{}},
		"no file":         {errors.New("open the upload"), outbox.Verdict{}},
	} {
		if got := ClassifyError(fmt.Errorf("deliver: %w", test.err)); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
