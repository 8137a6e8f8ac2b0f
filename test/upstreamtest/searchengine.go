package upstreamtest

import (
	"bufio"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"slices"
	"strings"
	"sync"
)

// SearchEngine implements the part of the OpenSearch API that the product uses, and checks the requests.
type SearchEngine struct {
	// User and Password are expected in all requests, unless both are empty.
	User, Password string
	// Report is called with wrong requests.
	Report func(format string, arguments ...any)

	sync.Mutex
	Indexes map[string]map[string]map[string]any
	// Created contains the definitions of the indexes, Asked the searches.
	Created map[string]map[string]any
	Asked   []map[string]any
	// Bulks counts the written documents; Down makes every response a 503.
	Bulks int
	Down  bool
}

// NewSearchEngine returns a search engine without indexes.
func NewSearchEngine(report func(format string, arguments ...any)) *SearchEngine {
	return &SearchEngine{
		Report:  report,
		Indexes: map[string]map[string]map[string]any{},
		Created: map[string]map[string]any{},
	}
}

type object = map[string]any

func (s *SearchEngine) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	answer := func(status int, v any) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(v)
	}
	if user, password, _ := r.BasicAuth(); user != s.User || password != s.Password {
		answer(http.StatusUnauthorized, object{"error": "no", "status": 401})
		return
	}
	if s.Down {
		answer(
			http.StatusServiceUnavailable,
			object{"error": object{"type": "unavailable", "reason": "down"}, "status": 503},
		)
		return
	}
	index, action, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/"), "/")
	body, err := io.ReadAll(r.Body)
	if err != nil {
		s.Report("%v", err)
	}
	switch {
	case r.URL.Path == "/":
		answer(http.StatusOK, object{"name": "node", "cluster_name": "cluster", "version": object{"number": "2.19.0"}})
	case strings.HasPrefix(r.URL.Path, "/_nodes/"):
		w.WriteHeader(http.StatusNotFound) // the client asks every few seconds for statistics, which it does not need
	case r.Method == http.MethodHead:
		if s.Indexes[index] == nil {
			w.WriteHeader(http.StatusNotFound)
		}
	case r.Method == http.MethodPut && action == "":
		var definition map[string]any
		if err := json.Unmarshal(body, &definition); err != nil {
			s.Report("%v", err)
		}
		s.Indexes[index], s.Created[index] = map[string]map[string]any{}, definition
		answer(http.StatusOK, object{"acknowledged": true, "shards_acknowledged": true, "index": index})
	case action == "_bulk":
		answer(http.StatusOK, object{"took": 1, "errors": false, "items": s.bulk(index, string(body))})
	case action == "_search":
		answer(http.StatusOK, s.search(index, body))
	default:
		s.Report("%s %s", r.Method, r.URL)
	}
}

func (s *SearchEngine) bulk(index, body string) []any {
	items := []any{}
	lines := bufio.NewScanner(strings.NewReader(body))
	lines.Buffer(nil, 4<<20)
	for lines.Scan() {
		var action map[string]struct {
			ID string `json:"_id"`
		}
		if err := json.Unmarshal(lines.Bytes(), &action); err != nil {
			s.Report("%s: %v", lines.Text(), err)
			return nil
		}
		s.Bulks++
		if a, ok := action["delete"]; ok {
			delete(s.Indexes[index], a.ID)
			items = append(items, object{"delete": object{"_id": a.ID, "status": 200}})
			continue
		}
		var doc map[string]any
		if !lines.Scan() || json.Unmarshal(lines.Bytes(), &doc) != nil {
			s.Report("an action without its document")
		}
		s.Indexes[index][action["index"].ID] = doc
		items = append(items, object{"index": object{"_id": action["index"].ID, "status": 201}})
	}
	return items
}

// search matches titles that contain the text, and in fuzzy queries all documents.
func (s *SearchEngine) search(index string, body []byte) any {
	var q map[string]any
	if err := json.Unmarshal(body, &q); err != nil {
		s.Report("%v", err)
	}
	if lists := FieldValues(q["query"], "gt"); len(lists) > 0 {
		return s.list(index, lists[0].(string), int(q["size"].(float64)))
	}
	s.Asked = append(s.Asked, q)
	b := q["query"].(map[string]any)["bool"].(map[string]any)
	texts := FieldValues(b["must"], "query")
	countries := b["filter"].(map[string]any)["terms"].(map[string]any)["countries"].([]any)
	forgives := len(FieldValues(b["must"], "fuzziness")) > 0
	mark := func(name string) string {
		for _, tags := range FieldValues(q["highlight"], name) {
			return tags.([]any)[0].(string)
		}
		return ""
	}
	hits, buckets := []any{}, map[string]int{}
	for _, id := range slices.Sorted(maps.Keys(s.Indexes[index])) {
		doc := s.Indexes[index][id]
		title := doc["title"].(string)
		at, length := -1, 0
		for _, text := range texts {
			if i := strings.Index(strings.ToLower(title), text.(string)); i >= 0 {
				at, length = i, len(text.(string))
			}
		}
		visible := slices.ContainsFunc(
			doc["countries"].([]any),
			func(c any) bool { return slices.Contains(countries, c) },
		)
		if !visible || at < 0 && !forgives {
			continue
		}
		buckets[doc["kind"].(string)]++
		h := object{"_index": index, "_id": id, "_score": 1.0, "_source": doc}
		if end := at + length; at >= 0 {
			marked := title[:at] + mark("pre_tags") + title[at:end] + mark("post_tags") + title[end:]
			// OpenSearch removes spaces and control characters at both ends.
			trimmed := strings.TrimFunc(marked, func(r rune) bool { return r <= ' ' })
			h["highlight"] = object{"title": []string{trimmed}}
		}
		hits = append(hits, h)
	}
	counted := []any{}
	for kind, n := range buckets {
		counted = append(counted, object{"key": kind, "doc_count": n})
	}
	return object{
		"took":      1,
		"timed_out": false,
		"_shards":   object{"total": 1, "successful": 1, "skipped": 0, "failed": 0},
		"hits":      object{"total": object{"value": len(hits), "relation": "eq"}, "max_score": 1.0, "hits": hits},
		"aggregations": object{
			"kinds": object{"doc_count_error_upper_bound": 0, "sum_other_doc_count": 0, "buckets": counted},
		},
	}
}

// list returns documents with an id after another one, in the order of their ids.
func (s *SearchEngine) list(index, after string, size int) any {
	hits := []any{}
	for _, id := range slices.Sorted(maps.Keys(s.Indexes[index])) {
		if id > after && len(hits) < size {
			hits = append(hits, object{"_index": index, "_id": id, "_source": s.Indexes[index][id]})
		}
	}
	return object{
		"took": 1, "timed_out": false, "_shards": object{"total": 1, "successful": 1, "skipped": 0, "failed": 0},
		"hits": object{"total": object{"value": len(hits), "relation": "eq"}, "hits": hits},
	}
}

// FieldValues returns the values of all fields with a name in a decoded JSON value.
func FieldValues(value any, name string) []any {
	var found []any
	switch v := value.(type) {
	case map[string]any:
		for key, child := range v {
			if key == name {
				found = append(found, child)
			}
			found = append(found, FieldValues(child, name)...)
		}
	case []any:
		for _, child := range v {
			found = append(found, FieldValues(child, name)...)
		}
	}
	return found
}
