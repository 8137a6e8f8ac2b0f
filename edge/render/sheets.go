package render

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"strand/internal/telemetry"
)

const (
	// sheetTimeout leaves time for the first data sheet of a thread in Chinese, whose font is large, and before it for
	// the start of the process.
	sheetTimeout = 8 * time.Second
	// sheetsPerThread is the number of data sheets that may wait, since each takes as long as ten pages.
	sheetsPerThread = 16
)

// Sheets makes data sheets in a process of its own, so that they do not delay pages. The process starts with the first
// data sheet. It is safe for concurrent use.
type Sheets struct{ lazyPool }

// NewSheets returns the maker of data sheets with the options of its pool.
func NewSheets(o Options) *Sheets {
	if o.Timeout == 0 {
		o.Timeout = sheetTimeout
	}
	if o.QueueTimeout == 0 {
		o.QueueTimeout = sheetTimeout
	}
	if o.QueueLength == 0 {
		o.QueueLength = sheetsPerThread * o.Threads
	}
	return &Sheets{lazyPool{options: o}}
}

// Sheet is the data that a data sheet or manual is made from.
type Sheet struct {
	// Kind is `SHEET` or `MANUAL`.
	Kind string `json:"kind"`
	// Data is the answer of the operation of data sheets.
	Data json.RawMessage `json:"data"`
	// Locale is a code such as `de-CH`.
	Locale string `json:"locale"`
	// URL is the absolute address of the page of the product.
	URL string `json:"url"`
	// Variant is the id of the only variant; empty for all.
	Variant string `json:"variant"`
	// System is the measurement system of the data.
	System string `json:"system"`
	// Date is the day on which the data sheet is made.
	Date string `json:"date"`
	// Picture is a JPEG file; empty for none.
	Picture []byte `json:"picture"`
}

// Render returns a data sheet as a PDF file. The errors are those of Pool.Render.
func (s *Sheets) Render(ctx context.Context, sheet *Sheet) (data []byte, err error) {
	pool, err := s.start()
	if err != nil {
		return nil, err
	}
	ctx, span := pool.startSpan(ctx)
	defer func() { telemetry.EndSpan(span, err) }()
	body, err := json.Marshal(sheet)
	if err != nil {
		return nil, fmt.Errorf("make the data sheet of %s: encode its data: %w", sheet.URL, err)
	}
	data, err = pool.call(ctx, "/render", sheet.URL, body)
	if err != nil {
		return nil, fmt.Errorf("make the data sheet of %s: %w", sheet.URL, err)
	}
	if len(data) == 0 {
		return nil, errors.New("make the data sheet of " + sheet.URL + ": the renderer returned an empty answer")
	}
	return data, nil
}
