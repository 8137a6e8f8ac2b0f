package search

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"github.com/opensearch-project/opensearch-go/v4/opensearchapi"

	"strand/domain/search"
)

const (
	// bulkBytes is the approximate size of a bulk request.
	bulkBytes = 4 << 20
	// presentPage is how many documents of an index are read in a request.
	presentPage = 5000
	// clockSkew is the maximum difference between the clocks of servers that share an index.
	clockSkew = time.Minute
)

// Sync makes an index contain exactly the documents. The first call sends those that the index does not have, so that
// one server builds it for all; later calls send the changed ones.
func (e *Engine) Sync(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	return e.latest.note(e.sync(ctx, scope, docs, false))
}

// Begin sends documents that the index does not have. All others stay, since they may be those of another server.
func (e *Engine) Begin(ctx context.Context, scope search.Scope, docs []*search.Document) error {
	return e.latest.note(e.sync(ctx, scope, docs, true))
}

// sync sends the documents of an index, of which docs are only some if keepsOthers is true.
func (e *Engine) sync(ctx context.Context, scope search.Scope, docs []*search.Document, keepsOthers bool) error {
	e.mu.Lock()
	sent := e.sentByScope[scope]
	if sent == nil {
		sent = &sentDocuments{}
		e.sentByScope[scope] = sent
	}
	e.mu.Unlock()
	sent.mu.Lock()
	defer sent.mu.Unlock()
	index, started := e.index(scope), time.Now()
	if sent.hashes == nil && e.hold != nil && !keepsOthers {
		// A server that starts at the same time finds the documents of this one.
		defer e.hold(ctx, index)()
	}
	created, err := e.ensure(ctx, index, scope.Language)
	if err != nil {
		return fmt.Errorf("prepare the search index %s: %w", index, err)
	}
	if created {
		// The index was lost with the documents that this server sent.
		sent.hashes = nil
	}
	known, recent := sent.hashes, map[string]bool{}
	if known == nil {
		// Documents that another server sends now are not removed.
		if known, recent, err = e.present(ctx, index, started.Add(-clockSkew)); err != nil {
			return fmt.Errorf("read the search index %s: %w", index, err)
		}
	}
	hashes, sums := make(map[string]string, len(docs)), make(map[*search.Document]string, len(docs))
	b := &bulk{engine: e, index: index}
	for _, d := range docs {
		if sum := sent.sums[d]; sum != "" && known[d.ID] == sum {
			hashes[d.ID], sums[d] = sum, sum
			continue
		}
		r := recordOf(d)
		body, err := json.Marshal(r)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(body)
		r.Hash, r.Written = hex.EncodeToString(sum[:16]), time.Now().UnixMilli()
		hashes[r.ID], sums[d] = r.Hash, r.Hash
		if known[r.ID] == r.Hash {
			continue
		}
		if err := b.put(ctx, r); err != nil {
			return fmt.Errorf("fill the search index %s: %w", index, err)
		}
	}
	for id := range known {
		if _, ok := hashes[id]; !ok && !recent[id] && !keepsOthers {
			if err := b.remove(ctx, id); err != nil {
				return fmt.Errorf("clear the search index %s: %w", index, err)
			}
		}
	}
	if err := b.send(ctx); err != nil {
		return fmt.Errorf("fill the search index %s: %w", index, err)
	}
	if sent.sums = sums; !keepsOthers {
		sent.hashes = hashes
	}
	return nil
}

var withoutMarks = strings.NewReplacer(markStart, "", markEnd, "")

func recordOf(d *search.Document) record {
	ranges := map[string][]span{}
	for r := range d.Ranges.All() {
		name, widened := measureField(r.Measure), r.Widened()
		ranges[name] = append(ranges[name], span{widened.Low, widened.High})
	}
	return record{
		ID:          d.ID,
		Kind:        d.Kind,
		Title:       withoutMarks.Replace(d.Title),
		Description: withoutMarks.Replace(d.Description),
		Text:        withoutMarks.Replace(d.FullText()),
		Keywords:    d.Keywords,
		Route:       d.Route,
		File:        d.File,
		Countries:   d.Visibility(),

		TitleLanguage: d.TitleLanguage,
		TextLanguage:  d.TextLanguage,
		Context:       d.Context,
		Category:      d.Category,
		Image:         d.Image,
		Ranges:        ranges,
		Order:         d.Order,
	}
}

// ensure creates an index if it does not exist; created reports whether it did.
func (e *Engine) ensure(ctx context.Context, index, language string) (created bool, err error) {
	response, err := e.client.Indices.Exists(ctx, opensearchapi.IndicesExistsReq{Indices: []string{index}})
	if err == nil {
		return false, nil
	}
	if response == nil || response.StatusCode != http.StatusNotFound {
		return false, err
	}
	body, err := json.Marshal(definition(language))
	if err != nil {
		return false, err
	}
	_, err = e.client.Indices.Create(ctx, opensearchapi.IndicesCreateReq{Index: index, Body: bytes.NewReader(body)})
	if err != nil && strings.Contains(err.Error(), "resource_already_exists_exception") {
		return true, nil // another replica has created it
	}
	return err == nil, err
}

// present returns the hashes of the documents of an index, and which of them were written after a time.
func (e *Engine) present(
	ctx context.Context, index string, after time.Time,
) (hashes map[string]string, recent map[string]bool, err error) {
	hashes, recent = map[string]string{}, map[string]bool{}
	for last := ""; ; {
		request := object{
			"size": presentPage, "_source": []string{"id", "hash", "written"}, "sort": []object{{"id": "asc"}},
			"query": object{"range": object{"id": object{"gt": last}}},
		}
		body, err := json.Marshal(request)
		if err != nil {
			return nil, nil, err
		}
		answer, err := e.client.Search(
			ctx, &opensearchapi.SearchReq{Indices: []string{index}, Body: bytes.NewReader(body)},
		)
		if err != nil {
			return nil, nil, err
		}
		for _, h := range answer.Hits.Hits {
			var r record
			if err := json.Unmarshal(h.Source, &r); err != nil || r.ID <= last {
				return nil, nil, errMalformed
			}
			hashes[r.ID], last = r.Hash, r.ID
			recent[r.ID] = r.Written >= after.UnixMilli()
		}
		if len(answer.Hits.Hits) < presentPage {
			return hashes, recent, nil
		}
	}
}

// bulk collects changes and sends them in requests of limited size.
type bulk struct {
	engine *Engine
	index  string
	body   bytes.Buffer
}

func (b *bulk) put(ctx context.Context, r record) error { return b.add(ctx, "index", r.ID, r) }

func (b *bulk) remove(ctx context.Context, id string) error { return b.add(ctx, "delete", id, nil) }

func (b *bulk) add(ctx context.Context, action, id string, source any) error {
	lines := json.NewEncoder(&b.body)
	if err := lines.Encode(object{action: object{"_id": id}}); err != nil {
		return err
	}
	if source != nil {
		if err := lines.Encode(source); err != nil {
			return err
		}
	}
	if b.body.Len() < bulkBytes {
		return nil
	}
	return b.send(ctx)
}

func (b *bulk) send(ctx context.Context) error {
	if b.body.Len() == 0 {
		return nil
	}
	answer, err := b.engine.client.Bulk(
		ctx,
		opensearchapi.BulkReq{
			Index:  b.index,
			Body:   bytes.NewReader(b.body.Bytes()),
			Params: opensearchapi.BulkParams{Refresh: "wait_for"},
		},
	)
	b.body.Reset()
	if err != nil {
		return err
	}
	if answer.Errors {
		return errors.New("some documents were refused")
	}
	return nil
}

// searchedFields are the fields of a search, with their boosts.
var searchedFields = []string{"title^6", "keywords^3", "description^2", "text", "context^0.1"}

// synonymBoost prefers documents with the words of the site to those with the typed words.
const synonymBoost = 10
