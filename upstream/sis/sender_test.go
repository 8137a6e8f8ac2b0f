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
	retried := outbox.Classification{}
	for name, test := range map[string]struct {
		err  error
		want outbox.Classification
	}{
		"refused input": {&transport.Error{Kind: transport.KindGraphQL, Code: "BAD_USER_INPUT"},
			outbox.Classification{Refused: true}},
		"refused input of this server": {
			&transport.Error{Kind: transport.KindInvalidRequest, Code: "BAD_USER_INPUT", Status: 400},
			outbox.Classification{Refused: true}},
		"a refused operation": {
			&transport.Error{Kind: transport.KindInvalidRequest, Code: "GRAPHQL_VALIDATION_FAILED", Status: 400},
			retried},
		"a GraphQL error": {&transport.Error{Kind: transport.KindGraphQL}, retried},
		"an invalid operation": {&transport.Error{Kind: transport.KindGraphQL, Code: "GRAPHQL_VALIDATION_FAILED"},
			retried},
		"refused file": {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 413}},
			outbox.Classification{Refused: true}},
		"no such path": {&transport.Error{Kind: transport.KindStatus, Status: 404}, retried},
		"too many": {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 429, RetryAfter: time.Minute}},
			outbox.Classification{RetryAfter: time.Minute}},
		"request timeout": {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 408}}, retried},
		"too early":       {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 425}}, retried},
		"server error":    {&fileError{&transport.Error{Kind: transport.KindStatus, Status: 503}}, retried},
		"timeout":         {&transport.Error{Kind: transport.KindTimeout}, retried},
		"no file":         {errors.New("open the upload"), retried},
	} {
		if got := ClassifyError(fmt.Errorf("deliver: %w", test.err)); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}
