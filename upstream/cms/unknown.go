package cms

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"reflect"
	"sync"

	"github.com/Khan/genqlient/graphql"
	"github.com/vektah/gqlparser/v2"
	"github.com/vektah/gqlparser/v2/ast"

	"strand/upstream/transport"
)

// tolerant is a client that leaves out what the contract does not know: editors may use a kind of module or link that came to
// the CMS after this build. It is logged and skipped (spec §8, Content), and the rest of the page is shown.
type tolerant struct {
	next graphql.Client
	log  *slog.Logger
}

// known are the types of the contract. They are wanted only where an answer cannot be read without them.
var known = sync.OnceValue(func() map[string]*ast.Definition {
	return gqlparser.MustLoadSchema(&ast.Source{Name: "contract.graphql", Input: Contract}).Types
})

// MakeRequest sends one request. Every error is a *transport.Error.
func (t tolerant) MakeRequest(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	into, raw := resp.Data, json.RawMessage{}
	resp.Data = &raw
	err := t.next.MakeRequest(ctx, req, resp)
	resp.Data = into
	if err != nil || json.Unmarshal(raw, into) == nil {
		return err
	}
	// The exact type of a number must not get lost on the way.
	var answer any
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	if err = decoder.Decode(&answer); err == nil {
		answer = t.without(ctx, req.OpName, answer)
		raw, err = json.Marshal(answer)
	}
	if err == nil {
		reflect.ValueOf(into).Elem().SetZero()
		err = json.Unmarshal(raw, into)
	}
	if err != nil {
		return &transport.Error{System: "cms", Operation: req.OpName, Kind: transport.KindMalformed, Cause: fmt.Errorf("decode the answer: %w", err)}
	}
	return nil
}

// without is a value of an answer without the objects of unknown types: they are no items of their lists, and null elsewhere.
func (t tolerant) without(ctx context.Context, operation string, value any) any {
	switch v := value.(type) {
	case []any:
		kept := make([]any, 0, len(v))
		for _, item := range v {
			if cleaned := t.without(ctx, operation, item); cleaned != nil || item == nil {
				kept = append(kept, cleaned)
			}
		}
		return kept
	case map[string]any:
		if name, ok := v["__typename"].(string); ok && known()[name] == nil {
			t.log.WarnContext(ctx, "skipped what the CMS has and this build does not know", "operation", operation, "type", name)
			return nil
		}
		for key, field := range v {
			v[key] = t.without(ctx, operation, field)
		}
	}
	return value
}
