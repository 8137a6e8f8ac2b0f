// Campaign starts the real server with the sample systems behind fault proxies, applies all faults, kills processes
// and starves them of resources, and records what visitors get. See README.md.
//
//	go run ./campaign [-classes matrix,kill,…] [-cases REGEXP] [-lanes N] [-requests N] [-race PACKAGES]
//	go run ./campaign report
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"time"
)

// campaign is what all classes share.
type campaign struct {
	// binary is the server under test, samples the program of the sample systems.
	binary, samples, clientDir string
	// work is a temporary folder, results a permanent one.
	work, results string
	revision      string
	operations    operations
	cases         *regexp.Regexp
	lanes         int
	requests      int
	racePackages  []string
}

// class is a part of the campaign.
type class struct {
	name string
	run  func(context.Context, *campaign) error
}

// classes are in the order of the report.
var classes = []class{
	{"matrix", runMatrix},
	{"kill", runKill},
	{"portal", runPortal},
	{"data", runData},
	{"renderers", runRenderers},
	{"race", runRace},
	{"load", runLoad},
}

// rounds are the classes that run concurrently: the classes of the first round mostly wait, the others use all of the
// machine.
var rounds = [][]string{{"matrix", "kill", "data"}, {"renderers"}, {"portal"}, {"race"}, {"load"}}

// maxDuration bounds the whole campaign.
const maxDuration = 90 * time.Minute

func main() {
	names := flag.String("classes", "", "the classes to run, separated by commas; empty for all")
	cases := flag.String("cases", "", "a regular expression of the cases to run, such as ^cms/")
	lanes := flag.Int("lanes", 2, "the number of concurrent servers of the matrix")
	requests := flag.Int("requests", 1_000_000, "the number of requests of the class load")
	race := flag.String("race", "", "the packages of the class race, separated by spaces")
	limit := flag.Duration("limit", maxDuration, "the time after which no further case begins")
	flag.Parse()
	if flag.Arg(0) == "report" {
		exit(writeReport("campaign/results", "docs/degradation.md"))
	}
	exit(run(*names, *cases, *lanes, *requests, strings.Fields(*race), *limit))
}

func exit(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "campaign:", err)
		os.Exit(1)
	}
	os.Exit(0)
}

func run(names, cases string, lanes, requests int, race []string, limit time.Duration) (err error) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	ctx, cancel := context.WithTimeoutCause(ctx, limit, errLimit)
	defer cancel()
	c := &campaign{
		clientDir:    "client/dist",
		results:      "campaign/results",
		lanes:        max(lanes, 1),
		requests:     requests,
		racePackages: race,
	}
	if c.cases, err = regexp.Compile(cases); err != nil {
		return fmt.Errorf("read -cases: %w", err)
	}
	if c.operations, err = readOperations(filepath.Join(c.clientDir, "persisted-documents.json")); err != nil {
		return err
	}
	if c.work, err = os.MkdirTemp("", "strand-campaign-"); err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(c.work) }()
	if text, err := exec.CommandContext(ctx, "git", "rev-parse", "--short", "HEAD").Output(); err == nil {
		c.revision = strings.TrimSpace(string(text))
	}
	// The tag only adds a clock of the cache that can be advanced (app/clock_campaign.go).
	c.binary = filepath.Join(c.work, "strand")
	c.samples = filepath.Join(c.work, "strand-demo")
	for program, arguments := range map[string][]string{
		c.binary:  {"-tags", "campaign", "./cmd/strand"},
		c.samples: {"./cmd/strand-demo"},
	} {
		build := exec.CommandContext(ctx, "go", append([]string{"build", "-o", program}, arguments...)...)
		build.Stderr = os.Stderr
		if err := build.Run(); err != nil {
			return fmt.Errorf("build %s: %w", filepath.Base(program), err)
		}
	}
	wanted := strings.Split(names, ",")
	for _, name := range wanted {
		if name != "" && !slices.ContainsFunc(classes, func(k class) bool { return k.name == name }) {
			return fmt.Errorf("unknown class %q", name)
		}
	}
	var failures []error
	for _, round := range rounds {
		var running sync.WaitGroup
		errs := make([]error, len(classes))
		for i, k := range classes {
			if ctx.Err() != nil || !slices.Contains(round, k.name) || names != "" && !slices.Contains(wanted, k.name) {
				continue
			}
			running.Go(func() {
				started := time.Now()
				if err := k.run(ctx, c); err != nil {
					errs[i] = fmt.Errorf("%s: %w", k.name, err)
				}
				fmt.Printf("%s: %s\n", k.name, time.Since(started).Round(time.Second))
			})
		}
		running.Wait()
		failures = append(failures, errs...)
	}
	if ctx.Err() != nil {
		fmt.Println("incomplete:", context.Cause(ctx), "(run it again to continue)")
	}
	return errors.Join(failures...)
}

var errLimit = errors.New("the time limit is reached")
