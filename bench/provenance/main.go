// Provenance compares what previews cost with and without provenance, and, with a second server, what pages cost that
// do not ask for it: requests in turn, and the ratio of their medians. The servers run already; the second one is built
// from the commit before provenance. The editor password is that of the embedded CMS.
//
//	go run ./bench/provenance http://localhost:8080 [http://localhost:8081]
package main

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"slices"
	"strings"
	"time"

	"strand/domain/editor"
)

const (
	rounds  = 200
	context = editor.PreviewPrefix + "main~draft~anonymous~current~now"
)

// pages are the home page, a text page with modules, a listing and a product.
var pages = []string{"/en", "/en/about", "/en/products", "/en/stories"}

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "provenance:", err)
		os.Exit(1)
	}
}

func run(servers []string) error {
	if len(servers) == 0 {
		return errors.New("name the address of a server")
	}
	cookie, err := logIn(servers[0])
	if err != nil {
		return err
	}
	for _, page := range pages {
		payload := request{servers[0] + context + page + "/_payload.json", cookie, false}
		asking := payload
		asking.asks = true
		document := request{servers[0] + context + page, cookie, false}
		medians, err := measure([]request{payload, asking, document})
		if err != nil {
			return err
		}
		fmt.Printf("%-20s preview data %v, with provenance %v; inspected page against the page alone: %.2f\n", page,
			medians[0], medians[1], float64(medians[2]+medians[1])/float64(medians[2]))
	}
	if len(servers) == 1 {
		return nil
	}
	for _, page := range pages {
		medians, err := measure([]request{{servers[1] + page, "", false}, {servers[0] + page, "", false}})
		if err != nil {
			return err
		}
		fmt.Printf("%-20s cold page before %v, now without provenance %v: %.3f\n", page, medians[0], medians[1],
			float64(medians[1])/float64(medians[0]))
	}
	return nil
}

// request is a page that is asked for again and again.
type request struct {
	url, cookie string
	// asks says that it asks for provenance.
	asks bool
}

// measure sends requests in turn and returns the median of each. A query that is new each time keeps documents cold.
func measure(all []request) ([]time.Duration, error) {
	spent := make([][]time.Duration, len(all))
	for round := range rounds {
		for j := range all {
			// Each is first as often as the others.
			i := (j + round) % len(all)
			d, err := all[i].send(fmt.Sprintf("?round=%d-%d", round, time.Now().UnixNano()))
			if err != nil {
				return nil, err
			}
			spent[i] = append(spent[i], d)
		}
	}
	medians := make([]time.Duration, len(all))
	for i, durations := range spent {
		slices.Sort(durations)
		medians[i] = durations[len(durations)/2].Round(time.Microsecond)
	}
	return medians, nil
}

func (r request) send(query string) (time.Duration, error) {
	sent, err := http.NewRequest(http.MethodGet, r.url+query, http.NoBody)
	if err != nil {
		return 0, err
	}
	if r.cookie != "" {
		sent.Header.Set("Cookie", r.cookie)
	}
	if r.asks {
		sent.Header.Set("X-Strand-Provenance", "1")
	}
	start := time.Now()
	response, err := http.DefaultClient.Do(sent)
	if err != nil {
		return 0, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return 0, err
	}
	if response.StatusCode != http.StatusOK {
		return 0, fmt.Errorf("%s: status %d", r.url, response.StatusCode)
	}
	return time.Since(start), nil
}

// logIn returns the Cookie header of an editor.
func logIn(server string) (string, error) {
	response, err := http.Post(
		server+"/api/editor-area-autentication",
		"application/json",
		strings.NewReader(`{"input":"editor"}`),
	)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	for _, c := range response.Cookies() {
		if c.Name == editor.CookieName {
			return c.Name + "=" + c.Value, nil
		}
	}
	return "", fmt.Errorf("log in to the editor area: status %d", response.StatusCode)
}
