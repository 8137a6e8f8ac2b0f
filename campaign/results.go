package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// row is one result. In the matrix it is a cell; other classes use the case, the word and figures.
type row struct {
	Class string `json:"class"`
	// Case is the unit that is skipped if its results exist: `cms/refused`.
	Case   string `json:"case"`
	System string `json:"system,omitempty"`
	Fault  string `json:"fault,omitempty"`
	State  string `json:"state,omitempty"`
	Target string `json:"target,omitempty"`
	Word   string `json:"word"`
	Detail string `json:"detail,omitempty"`
	Status int    `json:"status,omitempty"`
	// Milliseconds is the duration of the answer.
	Milliseconds int64  `json:"ms,omitempty"`
	CacheControl string `json:"cacheControl,omitempty"`
	// WellAfter is the time from the end of the fault to the recovery of the answer, in milliseconds; -1 for not in
	// time.
	WellAfter int64              `json:"wellAfter,omitempty"`
	Figures   map[string]float64 `json:"figures,omitempty"`
	Revision  string             `json:"revision,omitempty"`
	At        time.Time          `json:"at"`
}

// caseDone marks a case whose rows are complete.
const caseDone = "case done"

// results appends rows to a file of JSON lines. It is safe for concurrent use.
type results struct {
	mu       sync.Mutex
	file     string
	revision string
	done     map[string]bool
}

func openResults(dir, class, revision string) (*results, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("make the folder of the results: %w", err)
	}
	r := &results{file: filepath.Join(dir, class+".jsonl"), revision: revision, done: map[string]bool{}}
	rows, err := readRows(r.file)
	if err != nil {
		return nil, err
	}
	for _, one := range rows {
		if one.Word == caseDone {
			r.done[one.Case] = true
		}
	}
	return r, nil
}

// readRows reads results; none if there is no file. An incomplete last line is ignored.
func readRows(file string) ([]row, error) {
	f, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read results: %w", err)
	}
	defer f.Close()
	var rows []row
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var one row
		if json.Unmarshal(lines.Bytes(), &one) == nil {
			rows = append(rows, one)
		}
	}
	return rows, lines.Err()
}

// complete returns the rows of completed cases, each from its last run.
func complete(rows []row) []row {
	byCase := map[string][]row{}
	var order []string
	pending := map[string][]row{}
	for _, one := range rows {
		if one.Word != caseDone {
			pending[one.Case] = append(pending[one.Case], one)
			continue
		}
		if byCase[one.Case] == nil {
			order = append(order, one.Case)
		}
		byCase[one.Case] = pending[one.Case]
		delete(pending, one.Case)
	}
	var all []row
	for _, name := range order {
		all = append(all, byCase[name]...)
	}
	return all
}

// add writes the rows of a case and marks it as done.
func (r *results) add(name string, rows ...row) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	f, err := os.OpenFile(r.file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("open the results: %w", err)
	}
	defer f.Close()
	lines := json.NewEncoder(f)
	for _, one := range append(rows, row{Word: caseDone}) {
		one.Case, one.Revision, one.At = name, r.revision, time.Now().UTC()
		if one.Class == "" && len(rows) > 0 {
			one.Class = rows[0].Class
		}
		if err := lines.Encode(one); err != nil {
			return fmt.Errorf("write a result: %w", err)
		}
	}
	r.done[name] = true
	return nil
}
