package graph

import (
	"context"
	"encoding/json"
	"maps"

	"strand/domain/site"
	"strand/service/website/visit"
)

// sharedQuery is a persisted query in canonical form: equal ones have the same answer for all anonymous users.
type sharedQuery struct {
	// id is the id of the document in the manifest.
	id string
	// scheme and host are those of the answer's links.
	scheme, host string
	// variables are those that the operation declares.
	variables map[string]any
	encoded   string
	// isConfirmed reports that every value is known to the server, so that callers cannot invent further ones.
	isConfirmed bool
}

// canonicalForm is the canonical form of an operation for requests of one host, with the sites that it was checked
// against.
type canonicalForm struct {
	sites        *site.Directory
	scheme, host string
	query        *sharedQuery
}

// key returns the cache key of the answer for the preferences of a request.
func (q *sharedQuery) key(req *visit.Request) string {
	return req.CacheKey("response", q.scheme, q.host, q.id, q.encoded)
}

// operation returns the query to execute. It copies the variables, since the executor changes them.
func (q *sharedQuery) operation() Operation {
	return Operation{DocumentID: q.id, Variables: maps.Clone(q.variables)}
}

// The variables whose possible values are all known to the server.
const (
	variableURL    = "url"
	variableLocale = "locale"
)

// sharedQuery returns the canonical form of an operation; not ok if the answer depends on the caller, or if other
// callers would not send the same operation.
func (e *Executor) sharedQuery(ctx context.Context, req *visit.Request, op Operation) (*sharedQuery, bool) {
	if req.Editor || req.Unshared || req.Preview != nil {
		return nil, false
	}
	document, ok := e.persisted.query(op.DocumentID)
	if !ok || op.OperationName != "" && op.OperationName != document.name {
		return nil, false
	}
	dir, err := e.resolver.Website.Directory(ctx)
	if err != nil {
		return nil, false
	}
	if op.lastForm != nil {
		last := op.lastForm.Load()
		if last != nil && last.sites == dir && last.scheme == req.Scheme && last.host == req.Host {
			return last.query, true
		}
	}
	own, err := dir.Match(req.Host, "")
	if err != nil {
		return nil, false
	}
	q := &sharedQuery{
		id:          document.id,
		scheme:      req.Scheme,
		host:        own.Canonical(dir, req.Scheme, req.Host),
		variables:   map[string]any{},
		isConfirmed: true,
	}
	for _, name := range document.variables {
		value, isSet := op.Variables[name]
		if !isSet {
			continue
		}
		switch text, isText := value.(string); {
		case name == variableURL && isText:
			siteURL, err := dir.Parse(text)
			if err != nil || !dir.HasLocale(siteURL) {
				return nil, false
			}
			canonical, ok := siteURL.Canonical()
			if !ok || !hasRequestPort(siteURL, q) {
				return nil, false
			}
			value = canonical
			q.isConfirmed = q.isConfirmed && siteURL.RawQuery == ""
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
	if op.lastForm != nil {
		op.lastForm.Store(&canonicalForm{sites: dir, scheme: req.Scheme, host: req.Host, query: q})
	}
	return q, true
}

// hasRequestPort reports whether a URL has the port of the request, or none. Visitors do not request any other port.
func hasRequestPort(a site.URL, q *sharedQuery) bool {
	port := portOf(a.Host)
	return port == "" || port == portOf(q.host)
}

// portOf returns the port of a canonical host, with its colon.
func portOf(host string) string {
	for i := len(host) - 1; i >= 0 && host[i] != ']'; i-- {
		if host[i] == ':' {
			return host[i:]
		}
	}
	return ""
}
