package transport

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"github.com/Khan/genqlient/graphql"
	"github.com/tidwall/gjson"

	"strand/internal/cache"
)

// Batch describes an operation that reads a list of records by id.
type Batch struct {
	// Variable has the ids, separated by commas.
	Variable string
	// List is the field with the records, ID that of a record with its id.
	List, ID string
}

func (c *Client) isBatch(req *graphql.Request) bool {
	_, ok := c.options.Batches[req.OpName]
	return ok
}

// callBatch asks the system for the records of a batch that no server has stored. Servers lack different records, so
// that they rarely send the same batch.
func (c *Client) callBatch(
	ctx context.Context, answers *cache.Answers, req *graphql.Request, resp *graphql.Response,
) error {
	b := c.options.Batches[req.OpName]
	data, err := json.Marshal(req.Variables)
	var variables map[string]any
	if err != nil || json.Unmarshal(data, &variables) != nil {
		return c.fail(req, KindInternal, fmt.Errorf("encode variables: %w", err))
	}
	requestOf := func(ids string) *graphql.Request {
		part := *req
		some := maps.Clone(variables)
		some[b.Variable] = ids
		part.Variables = some
		return &part
	}
	keyOf := func(id string) string {
		_, key := c.answers(ctx, requestOf(id))
		return key
	}
	all, _ := variables[b.Variable].(string)
	ids := strings.Split(all, ",")
	keys := make([]string, len(ids))
	for i, id := range ids {
		keys[i] = keyOf(id)
	}
	found := answers.Find(ctx, keys...)
	var records []json.RawMessage
	var missing []string
	for i, id := range ids {
		if record := found[keys[i]]; record != nil {
			records = append(records, record)
		} else {
			missing = append(missing, id)
		}
	}
	if len(missing) > 0 {
		var received map[string][]json.RawMessage
		rest := requestOf(strings.Join(missing, ","))
		if err := c.callSystem(ctx, rest, &graphql.Response{Data: &received}); err != nil {
			return err
		}
		for _, record := range received[b.List] {
			c.share(ctx, answers, req, keyOf(gjson.GetBytes(record, b.ID).Str), record)
		}
		records = append(records, received[b.List]...)
	}
	if data, err = json.Marshal(map[string][]json.RawMessage{b.List: records}); err != nil {
		return c.fail(req, KindMalformed, fmt.Errorf("join the records: %w", err))
	}
	return c.finish(ctx, req, data, resp)
}
