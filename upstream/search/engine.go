// Package search uses a search engine with the protocol of OpenSearch and Elasticsearch. It maintains an index per
// site and language.
package search

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/opensearch-project/opensearch-go/v4"
	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"strand/domain/search"
	"strand/domain/site"
	"strand/internal/outbound"
	"strand/internal/telemetry"
)

// Marks around matching words: characters for private use, since the engine trims control characters like spaces.
// recordOf removes them from documents.
const markStart, markEnd = "\ue000", "\ue001"

// Options configures the search engine.
type Options struct {
	URL, User, Password string
	// Access is added to each request.
	Access outbound.Access
	// Prefix is the prefix of the index names.
	Prefix string
	// Timeout limits one call.
	Timeout time.Duration
	// Hold reserves a name for this server among those that share the indexes, until release is called; nil for one
	// server.
	Hold func(ctx context.Context, name string) (release func())
}

// Engine maintains indexes in a remote search engine. It is safe for concurrent use.
type Engine struct {
	client      *opensearchapi.Client
	prefix      string
	hold        func(ctx context.Context, name string) (release func())
	latest      latest
	mu          sync.Mutex
	sentByScope map[search.Scope]*sentDocuments
}

// sentDocuments contains what this server has sent to an index, or found there.
type sentDocuments struct {
	mu     sync.Mutex
	hashes map[string]string
	// sums are the hashes of the documents that were synced last, which never change.
	sums map[*search.Document]string
}

// New returns an engine. It does not call the search engine, so that the server can start while it is down.
func New(o Options) (*Engine, error) {
	client, err := opensearchapi.NewClient(
		opensearchapi.Config{Client: opensearch.Config{
			Addresses:      []string{o.URL},
			Username:       o.User,
			Password:       o.Password,
			RequestTimeout: o.Timeout,
			MaxRetries:     2,
			Transport: limitedTransport{
				telemetry.Transport("search", o.Access.Over(outbound.NewTransport(o.Timeout))),
			},
		}},
	)
	if err != nil {
		return nil, fmt.Errorf("create a client of the search engine: %w", err)
	}
	return &Engine{
		client:      client,
		prefix:      o.Prefix,
		hold:        o.Hold,
		sentByScope: map[search.Scope]*sentDocuments{},
	}, nil
}

func (e *Engine) index(scope search.Scope) string {
	return strings.ToLower(e.prefix + "-" + scope.Site + "-" + scope.Language + "-v" + definitionVersion)
}

// record is a document in the search engine.
type record struct {
	ID string `json:"id"`
	// Hash is that of the other fields, without the time.
	Hash string `json:"hash"`
	// Written is the time at which the document was sent, in milliseconds since 1970.
	Written     int64       `json:"written"`
	Kind        search.Kind `json:"kind"`
	Title       string      `json:"title"`
	Description string      `json:"description,omitempty"`
	Text        string      `json:"text,omitempty"`
	Keywords    []string    `json:"keywords,omitempty"`
	Route       string      `json:"route,omitempty"`
	File        string      `json:"file,omitempty"`
	Countries   []string    `json:"countries"`

	TitleLanguage string      `json:"titleLanguage,omitempty"`
	TextLanguage  string      `json:"textLanguage,omitempty"`
	Context       string      `json:"context,omitempty"`
	Category      string      `json:"category,omitempty"`
	Image         *site.Image `json:"image,omitempty"`
	// Ranges are the ranges of figures by their measure, see measureField.
	Ranges map[string][]span `json:"ranges,omitempty"`
	Order  int               `json:"order"`
}

// span is a value of a range field.
type span struct {
	Low  float64 `json:"gte"`
	High float64 `json:"lte"`
}

// measureField is the name of the field of a measure, without characters that have a meaning in names of fields. The
// field contains the ranges as they are widened, so that a query compares exactly.
func measureField(measure string) string {
	return strings.NewReplacer(".", "_", "*", "_", " ", "_", "(", "_", ")", "_").Replace(measure)
}
