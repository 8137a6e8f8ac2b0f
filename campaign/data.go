package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

// fullSize is the size of the small disk that is filled.
const fullSize = "16m"

// dataCase is a kind of damage to a data folder.
type dataCase struct {
	name string
	// spoil damages a folder that a server has used.
	spoil func(dir string) error
	// isMount reports that the folder is a small disk of its own.
	isMount bool
	// whileRunning reports that the damage occurs while the server runs.
	whileRunning bool
}

var dataCases = []dataCase{
	{name: "outbox.db is no database", spoil: overwrite("outbox.db", 0)},
	{name: "outbox.db has damaged pages", spoil: overwrite("outbox.db", 4096)},
	{name: "outbox.db-wal is garbage", spoil: overwrite("outbox.db-wal", 0)},
	{name: "revocations.db is no database", spoil: overwrite("revocations.db", 0)},
	{name: "revocations.db has damaged pages", spoil: overwrite("revocations.db", 4096)},
	{
		name:  "secret is empty",
		spoil: func(dir string) error { return os.WriteFile(filepath.Join(dir, "secret"), nil, 0o600) },
	},
	{name: "snapshots are no JSON", spoil: spoilSnapshots},
	{name: "images is a file", spoil: inPlaceOf("images")},
	{name: "uploads is a file", spoil: inPlaceOf("uploads")},
	{name: "the disk is full at the start", spoil: fillDisk, isMount: true},
	{name: "the disk is full while it runs", spoil: fillDisk, isMount: true, whileRunning: true},
	{name: "the disk is read-only at the start", spoil: readOnly, isMount: true},
	{name: "the disk is read-only while it runs", spoil: readOnly, isMount: true, whileRunning: true},
}

// runData starts the server on damaged data folders and requests all targets.
func runData(ctx context.Context, c *campaign) error {
	out, err := openResults(c.results, "data", c.revision)
	if err != nil {
		return err
	}
	r, err := newTestServer(ctx, c, "data")
	if err != nil {
		return err
	}
	defer r.close()
	for _, one := range dataCases {
		if ctx.Err() != nil || out.done[one.name] || !c.cases.MatchString(one.name) {
			continue
		}
		if one.isMount && os.Geteuid() != 0 {
			fmt.Printf("data, %s: skipped, since only root can mount a small disk\n", one.name)
			continue
		}
		rows, err := r.badData(ctx, one)
		if errors.Is(err, errNoMount) {
			fmt.Printf("data, %s: skipped: %v\n", one.name, err)
			continue
		}
		if err != nil {
			return fmt.Errorf("%s: %w", one.name, err)
		}
		if err := out.add(one.name, rows...); err != nil {
			return err
		}
		fmt.Printf("data, %s: %s\n", one.name, tally(rows))
	}
	return nil
}

var errNoMount = errors.New("the small disk cannot be mounted")

// badData runs a server on a data folder, damages it, and requests all targets from a server on it.
func (r *testServer) badData(ctx context.Context, one dataCase) (rows []row, err error) {
	if err := r.signIn(ctx); err != nil {
		return nil, err
	}
	m := &matrixUnit{server: r, system: "data", fault: &fault{name: one.name}}
	if err := m.prepare(ctx); err != nil {
		return nil, err
	}
	dir := filepath.Join(r.dir, "bad")
	if err := errors.Join(os.RemoveAll(dir), os.MkdirAll(dir, 0o700)); err != nil {
		return nil, err
	}
	if one.isMount {
		if text, err := exec.CommandContext(
			ctx, "mount", "-t", "tmpfs", "-o", "size="+fullSize, "tmpfs", dir,
		).CombinedOutput(); err != nil {
			return nil, fmt.Errorf("%w: %s", errNoMount, strings.TrimSpace(string(text)))
		}
		defer func() {
			r.process.kill()
			err = errors.Join(err, unmount(dir))
		}()
	}
	if err := r.start(ctx, dir); err != nil {
		return nil, err
	}
	defer func() { r.process.kill() }()
	m.all(ctx, func(t *target) string { return t.warm })
	if !one.whileRunning {
		r.process.stop()
	}
	if err := one.spoil(dir); err != nil {
		if one.isMount {
			return nil, fmt.Errorf("%w: %w", errNoMount, err)
		}
		return nil, err
	}
	if !one.whileRunning {
		if err := r.start(ctx, dir); err != nil {
			if r.process.isAlive() {
				return nil, err
			}
			return []row{{Class: "data", Word: processDies, Detail: "at the start: " + r.process.tail(500)}}, nil
		}
	}
	time.Sleep(time.Second)
	for _, one := range m.all(ctx, func(t *target) string { return t.fresh }) {
		rows = append(rows, row{
			Class:        "data",
			Target:       one.target.name,
			Word:         one.verdict.result,
			Status:       one.got.status,
			Detail:       strings.TrimSpace(one.target.name + " " + one.verdict.detail),
			Milliseconds: one.took.Milliseconds(),
		})
	}
	ready, _ := r.readiness(ctx)
	stores, _ := json.Marshal(ready.Stores)
	rows = append(rows, row{Class: "data", Target: "/readyz", Word: ready.Status, Detail: "/readyz " + string(stores)})
	if !r.process.isAlive() {
		rows = append(rows, row{Class: "data", Word: processDies, Detail: r.process.panicText()})
	}
	return rows, nil
}

// unmount unmounts a small disk once the renderers, which end after the server, have closed their files on it.
func unmount(dir string) error {
	for range 50 {
		if exec.Command("umount", dir).Run() == nil {
			return nil
		}
		time.Sleep(100 * time.Millisecond)
	}
	if text, err := exec.Command("umount", "-l", dir).CombinedOutput(); err != nil {
		return fmt.Errorf("unmount %s: %w: %s", dir, err, text)
	}
	return nil
}

// overwrite replaces the content after an offset by garbage, at least a page.
func overwrite(name string, offset int) func(string) error {
	return func(dir string) error {
		file := filepath.Join(dir, name)
		text, err := os.ReadFile(file)
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
		for len(text) < offset+4096 {
			text = append(text, 0)
		}
		for i := offset; i < len(text); i++ {
			text[i] = byte(i * 7)
		}
		return os.WriteFile(file, text, 0o600)
	}
}

func inPlaceOf(name string) func(string) error {
	return func(dir string) error {
		path := filepath.Join(dir, name)
		return errors.Join(os.RemoveAll(path), os.WriteFile(path, []byte("a file"), 0o600))
	}
}

func spoilSnapshots(dir string) error {
	files, err := filepath.Glob(filepath.Join(dir, "snapshots", "*"))
	for _, file := range files {
		err = errors.Join(err, os.WriteFile(file, []byte(`{"data":`), 0o600))
	}
	return err
}

// fillDisk leaves no byte free.
func fillDisk(dir string) error {
	f, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		return err
	}
	defer f.Close()
	piece := make([]byte, 4096)
	for {
		if _, err := f.Write(piece); errors.Is(err, syscall.ENOSPC) {
			return nil
		} else if err != nil {
			return err
		}
	}
}

func readOnly(dir string) error {
	text, err := exec.Command("mount", "-o", "remount,ro", dir).CombinedOutput()
	if err != nil {
		return fmt.Errorf("mount read-only: %w: %s", err, text)
	}
	return nil
}
