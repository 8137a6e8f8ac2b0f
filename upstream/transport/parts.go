package transport

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/Khan/genqlient/graphql"

	"strand/domain/finding"
	"strand/internal/cache"
)

// Pager sends requests to a system that returns a part of a long list.
type Pager interface {
	// Parts returns how a request is sent.
	Parts(req *graphql.Request) (Parts, error)
}

// Parts is the execution of one request.
type Parts interface {
	// First returns the request to begin with.
	First() *graphql.Request
	// Next takes the data of an answer, not yet checked, and returns the next request; nil if nothing is missing.
	Next(answer json.RawMessage) *graphql.Request
	// Whole returns the data of several answers, and the lists of which only a part could be read.
	Whole() (json.RawMessage, []IncompleteList, error)
}

// IncompleteList is a list of which only a part could be read.
type IncompleteList struct {
	// Document is the id of the outermost record with the list; empty for none.
	Document string
	// Field is the type and field: `Site.languages`.
	Field string
	// Entries is the number of entries that were read.
	Entries int
}

// part is the response to a request that may have a part of its lists.
type part struct {
	parts Parts
	// response is that of the whole request, isFirst whether none was decoded before.
	response *graphql.Response
	isFirst  bool
	next     *graphql.Request
}

// add adds an answer. It returns the response to decode it into; nil if it is only a part.
func (p *part) add(answer json.RawMessage) *graphql.Response {
	p.next = p.parts.Next(answer)
	if p.isFirst && p.next == nil {
		return p.response
	}
	return nil
}

// readParts sends a request, and the further ones that its lists need.
func (c *Client) readParts(ctx context.Context, req *graphql.Request, resp *graphql.Response) error {
	parts, err := c.options.Pager.Parts(req)
	if err != nil {
		return c.fail(req, KindInternal, err)
	}
	first := parts.First()
	p := &part{parts: parts, response: resp, isFirst: true, next: first}
	for p.next != nil {
		received := &graphql.Response{Data: p}
		if err := c.call(ctx, p.next, received); err != nil {
			return err
		}
		resp.Extensions = received.Extensions
		if p.isFirst && p.next == nil {
			return nil
		}
		p.isFirst = false
	}
	data, incomplete, err := parts.Whole()
	if err != nil {
		return c.fail(req, KindMalformed, fmt.Errorf("join the lists: %w", err))
	}
	for _, list := range incomplete {
		c.reportIncomplete(ctx, req.OpName, list)
	}
	if len(data) >= smallAnswer {
		if err := decodeSlots.Acquire(ctx, 1); err != nil {
			return c.fail(req, kindOf(err), fmt.Errorf("wait to decode a large response: %w", err))
		}
		defer decodeSlots.Release(1)
	}
	return c.finish(ctx, first, data, resp)
}

// reportIncomplete logs a list of which only a part could be read, and adds a finding.
func (c *Client) reportIncomplete(ctx context.Context, operation string, list IncompleteList) {
	if c.breakers.of(operation).isDue(operation + " " + list.Field + " " + list.Document + " incomplete") {
		c.options.Logger.ErrorContext(ctx, "upstream_list_incomplete", "system", c.options.System,
			"operation", operation, "record", list.Document, "field", list.Field, "entries", list.Entries)
	}
	cache.MarkDegraded(ctx)
	cache.AddNote(ctx, finding.Finding{
		Kind:     finding.Unavailable,
		Document: list.Document,
		Field:    list.Field,
		Message:  fmt.Sprintf("only %d entries of the list could be read", list.Entries),
	})
}
