package main

import (
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"golang.org/x/sync/errgroup"
)

// browserEncodings are those that a browser accepts.
const browserEncodings = "gzip, deflate, br, zstd"

// leastPage is the least size of a compressed page; that of an error is much smaller.
const leastPage = 8 << 10

// stack is a server of pages, with the gateway in front of the sample systems if it has one. The CPU of both counts.
type stack struct {
	id, name string
	programs []*program
	// encodings are those that visitors accept.
	encodings string
	path      func(page) string
}

// cpu returns the CPU times of the programs.
func (k *stack) cpu() []time.Duration {
	spent := make([]time.Duration, len(k.programs))
	for i, p := range k.programs {
		spent[i] = p.cpu()
	}
	return spent
}

func (k *stack) settle() error {
	for _, p := range k.programs {
		if err := p.settle(); err != nil {
			return err
		}
	}
	return nil
}

// requests stores the requests of pages for wrk.
func (k *stack) requests(file string, pages []page, repeated bool, headers ...string) (*requests, error) {
	var lines []string
	for _, p := range pages {
		lines = append(lines, k.path(p))
	}
	return newRequests(file, lines, repeated, headers...)
}

// timed measures a stack while it works.
func (k *stack) timed(answers int, work func() error) (measured, error) {
	if err := k.settle(); err != nil {
		return measured{}, err
	}
	before, began := k.cpu(), time.Now()
	if err := work(); err != nil {
		return measured{}, err
	}
	m := measured{answered: answers, all: answers, spent: time.Since(began)}
	var parts []string
	for i, after := range k.cpu() {
		spent := after - before[i]
		m.cpu += spent
		parts = append(parts, fmt.Sprintf("%.1f", 1000*spent.Seconds()/float64(answers)))
	}
	fmt.Printf("  %-34s %5d pages: %6.0f/s, %7.3f ms of CPU each (%s)\n",
		k.name, answers, m.rate(), m.cpuEach(), strings.Join(parts, " + "))
	return m, nil
}

// visit measures a stack while it answers requests of pages.
func (b *bench) visit(k *stack, pages []page) (measured, error) {
	return k.timed(len(pages), func() error {
		_, err := b.request(k, pages)
		return err
	})
}

// request requests pages over a few connections. Each answer must be a page. It returns how many Next.js has made for
// their requests.
func (b *bench) request(k *stack, pages []page) (int, error) {
	var made atomic.Int64
	var group errgroup.Group
	group.SetLimit(few)
	for _, p := range pages {
		group.Go(func() error {
			path := k.path(p)
			response, body, err := b.get(k.programs[0], path, "Accept-Encoding", k.encodings)
			if err != nil {
				return err
			}
			isCompressed := response.Header.Get("Content-Encoding") != ""
			if len(body) < leastPage || isCompressed == (k.encodings == "identity") {
				return fmt.Errorf("%s of %s has %d bytes, compressed: %t", path, k.name, len(body), isCompressed)
			}
			if response.Header.Get("X-Nextjs-Cache") == "MISS" {
				made.Add(1)
			}
			return nil
		})
	}
	err := group.Wait()
	return int(made.Load()), err
}

// warm visits pages until the code is compiled: V8 needs about two thousand in each thread.
func (b *bench) warm(k *stack, pages []page, count int) error {
	fmt.Println(" warm-up")
	pages = slices.Repeat(pages, 1+count/len(pages))
	const parts = 4
	for i := range parts {
		if _, err := b.visit(k, pages[i*count/parts:(i+1)*count/parts]); err != nil {
			return err
		}
	}
	return nil
}
