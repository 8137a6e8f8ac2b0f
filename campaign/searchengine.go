package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// searchEngine implements the part of the OpenSearch API that the server uses. It searches words of the title.
type searchEngine struct {
	mu      sync.Mutex
	indexes map[string]map[string]map[string]any
}

type object = map[string]any

func (s *searchEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	index, action, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	body, _ := io.ReadAll(r.Body)
	respond := func(v any) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(v)
	}
	switch {
	case r.URL.Path == "/":
		respond(object{"name": "stand-in", "cluster_name": "campaign", "version": object{"number": "2.19.0"}})
	case r.Method == http.MethodHead:
		if s.indexes[index] == nil {
			w.WriteHeader(http.StatusNotFound)
		}
	case r.Method == http.MethodPut && action == "":
		s.indexes[index] = map[string]map[string]any{}
		respond(object{"acknowledged": true, "shards_acknowledged": true, "index": index})
	case action == "_bulk":
		respond(object{"took": 1, "errors": false, "items": s.bulk(index, body)})
	case action == "_delete_by_query":
		respond(object{"took": 1, "timed_out": false, "total": 0, "deleted": 0, "failures": []any{}})
	case action == "_search":
		respond(s.search(index, body))
	default:
		w.WriteHeader(http.StatusNotFound)
	}
}

func (s *searchEngine) bulk(index string, body []byte) []any {
	if s.indexes[index] == nil {
		s.indexes[index] = map[string]map[string]any{}
	}
	items := []any{}
	lines := bufio.NewScanner(bytes.NewReader(body))
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var action map[string]struct {
			ID string `json:"_id"`
		}
		if json.Unmarshal(lines.Bytes(), &action) != nil {
			break
		}
		if a, ok := action["delete"]; ok {
			delete(s.indexes[index], a.ID)
			items = append(items, object{"delete": object{"_id": a.ID, "status": 200}})
			continue
		}
		var doc map[string]any
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &doc) != nil {
			break
		}
		s.indexes[index][action["index"].ID] = doc
		items = append(items, object{"index": object{"_id": action["index"].ID, "status": 201}})
	}
	return items
}

func (s *searchEngine) search(index string, body []byte) any {
	var q struct {
		Query struct {
			Bool struct {
				Must struct {
					MultiMatch struct {
						Query string `json:"query"`
					} `json:"multi_match"`
				} `json:"must"`
			} `json:"bool"`
		} `json:"query"`
	}
	_ = json.Unmarshal(body, &q)
	wanted := strings.ToLower(q.Query.Bool.Must.MultiMatch.Query)
	hits, counts := []any{}, map[string]int{}
	ids := []string{}
	for id := range s.indexes[index] {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		doc := s.indexes[index][id]
		title, _ := doc["title"].(string)
		kind, _ := doc["kind"].(string)
		if wanted == "" || !strings.Contains(strings.ToLower(title), wanted) {
			continue
		}
		counts[kind]++
		hits = append(hits, object{"_index": index, "_id": id, "_score": 1.0, "_source": doc})
	}
	buckets := []any{}
	for kind, n := range counts {
		buckets = append(buckets, object{"key": kind, "doc_count": n})
	}
	return object{
		"took": 1, "timed_out": false, "_shards": object{"total": 1, "successful": 1, "skipped": 0, "failed": 0},
		"hits": object{
			"total":     object{"value": len(hits), "relation": "eq"},
			"max_score": 1.0,
			"hits":      hits[:min(len(hits), 10)],
		},
		"aggregations": object{
			"kinds": object{"doc_count_error_upper_bound": 0, "sum_other_doc_count": 0, "buckets": buckets},
		},
	}
}
