package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
)

// compareWarm compares the CPU time of answers from the cache with that of a bare handler.
func (b *bench) compareWarm(s *strand) error {
	query, err := persistedQuery("client/dist/persisted-documents.json", "http://"+b.host+"/en")
	if err != nil {
		return err
	}
	headers := []string{
		"Accept-Encoding", "br", "Accept", "application/graphql-response+json, text/html;q=0.9, */*;q=0.1",
	}
	bare, err := b.startBare(s, []string{query, "/en"}, headers...)
	if err != nil {
		return err
	}
	defer bare.stop()
	for _, kind := range []struct{ id, path string }{{"warm-query", query}, {"warm-html", "/en"}} {
		r, err := newRequests(filepath.Join(b.dir, kind.id+".txt"), []string{kind.path}, true,
			headers[0]+": "+headers[1], headers[2]+": "+headers[3])
		if err != nil {
			return err
		}
		ours, err := b.send(s.program, r, few)
		if err != nil {
			return err
		}
		theirs, err := b.send(bare, r, few)
		if err != nil {
			return err
		}
		b.results.add(kind.id, theirs.cpuEach()/ours.cpuEach(), ours, theirs)
	}
	return nil
}

// persistedQuery returns the path of the operation of a content page.
func persistedQuery(manifest, page string) (string, error) {
	text, err := os.ReadFile(manifest)
	if err != nil {
		return "", err
	}
	var documents map[string]string
	if err := json.Unmarshal(text, &documents); err != nil {
		return "", err
	}
	for id, document := range documents {
		if strings.Contains(document, "query ContentScreen(") {
			return "/graphql?documentId=" + url.QueryEscape(id) + "&operationName=ContentScreen&variables=" +
				url.QueryEscape(fmt.Sprintf(`{"url":%q}`, page)), nil
		}
	}
	return "", errors.New("no operation ContentScreen in " + manifest)
}
