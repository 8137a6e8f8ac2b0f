package graph

import (
	"context"
	"encoding/json"
	"maps"

	"strand/domain/site"
	"strand/resolvers"
)

// sharedQuery is a persisted query in canonical form: those that are equal have the same answer for all anonymous
// callers.
type sharedQuery struct {
	// id is that of the document in the manifest.
	id string
	// scheme and host are those of the links of the answer.
	scheme, host string
	// variables are those that the operation declares.
	variables map[string]any
	encoded   string
	// isConfirmed says that every value is one that the server knows: callers cannot make up further ones.
	isConfirmed bool
}

// key is the key of the answer for visitors like the one of a request.
func (q *sharedQuery) key(req *resolvers.Request) string {
	return req.CacheKey("response", q.scheme, q.host, q.id, q.encoded)
}

// operation is the query to execute. Its variables are its own, since the executor changes them.
func (q *sharedQuery) operation() Operation {
	return Operation{DocumentID: q.id, Variables: maps.Clone(q.variables)}
}

// The variables whose values the server knows all of.
const (
	variableURL    = "url"
	variableLocale = "locale"
)

// sharedQuery is the canonical form of an operation; not ok where the answer may depend on who asks, or is none that
// others will ask for.
func (e *Executor) sharedQuery(ctx context.Context, req *resolvers.Request, op Operation) (*sharedQuery, bool) {
	if req.Editor || req.Unshared {
		return nil, false
	}
	document, ok := e.persisted.query(op.DocumentID)
	if !ok || op.OperationName != "" && op.OperationName != document.name {
		return nil, false
	}
	dir, err := e.resolver.CMS.Directory(ctx, site.Published)
	if err != nil {
		return nil, false
	}
	own, err := dir.Match(req.Host, "")
	if err != nil {
		return nil, false
	}
	q := &sharedQuery{
		id: document.id, scheme: req.Scheme, host: own.Canonical(dir, req.Scheme, req.Host),
		variables: map[string]any{}, isConfirmed: true,
	}
	for _, name := range document.variables {
		value, given := op.Variables[name]
		if !given {
			continue
		}
		switch text, isText := value.(string); {
		case name == variableURL && isText:
			address, err := dir.Parse(text)
			if err != nil || !dir.HasLocale(address) {
				return nil, false
			}
			canonical, ok := address.Canonical()
			if !ok || !isReachedLike(address, q) {
				return nil, false
			}
			value = canonical
			q.isConfirmed = q.isConfirmed && address.RawQuery == ""
		case name == variableLocale && isText:
			l, ok := site.ParseLocale(text)
			if !ok || !dir.Supports(dir.Main(), l) {
				q.isConfirmed = false
				break
			}
			value = l.Code()
		case value != nil:
			q.isConfirmed = false
		}
		q.variables[name] = value
	}
	encoded, err := json.Marshal(q.variables)
	if err != nil {
		return nil, false
	}
	q.encoded = string(encoded)
	return q, true
}

// isReachedLike says whether an address has the port of the request, or none: any other one is not what visitors ask
// for.
func isReachedLike(a site.Address, q *sharedQuery) bool {
	port := portOf(a.Host)
	return port == "" || port == portOf(q.host)
}

// portOf is the port of a canonical host with its colon.
func portOf(host string) string {
	for i := len(host) - 1; i >= 0 && host[i] != ']'; i-- {
		if host[i] == ':' {
			return host[i:]
		}
	}
	return ""
}
