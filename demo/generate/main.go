// Generate adds generated users and machines to a data folder of the sample upstreams, for tests of large lists.
//
//	go run ./demo/generate -data data -users 20000 -machines 20000
//
// Users are added with the sample users, so that they need an empty folder; machines can be added to any folder.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"strand/demo/sisusers"
)

// options contains the options of the command line.
type options struct {
	data, content   string
	users, machines int
	locations       string
}

func main() {
	var o options
	flag.StringVar(&o.data, "data", "", "the data folder of the server (STRAND_DATA_DIR), which must not run")
	flag.StringVar(&o.content, "content", "content", "the folder of the sample content")
	flag.IntVar(&o.users, "users", 0, "number of users to generate, in addition to the sample users")
	flag.IntVar(&o.machines, "machines", 0, "number of machines to add")
	flag.StringVar(
		&o.locations,
		"locations",
		"",
		"comma-separated ids of the locations for the machines; default: all",
	)
	flag.Parse()
	if err := generate(context.Background(), o); err != nil {
		fmt.Fprintln(os.Stderr, "generate:", err)
		os.Exit(1)
	}
}

func generate(ctx context.Context, o options) error {
	if o.data == "" || o.users < 1 && o.machines < 1 {
		return errors.New("-data and -users or -machines are required")
	}
	dir, identity := filepath.Join(o.data, "directory"), filepath.Join(o.content, "identity")
	if _, err := os.Stat(filepath.Join(dir, "directory.db")); err == nil && o.users > 0 {
		return fmt.Errorf("%s has a user store already: use another folder for users", o.data)
	}
	userStore, err := sisusers.Open(sisusers.Options{
		Dir:            dir,
		ContentDir:     identity,
		GeneratedUsers: o.users,
		Logger:         slog.New(slog.DiscardHandler),
	})
	if err != nil {
		return err
	}
	defer userStore.Close()
	if o.machines > 0 {
		if err := addMachines(ctx, userStore, identity, o); err != nil {
			return err
		}
	}
	var users, machines int
	if err := userStore.DB().QueryRowContext(
		ctx, `SELECT (SELECT count(*) FROM users), (SELECT count(*) FROM machines)`,
	).Scan(&users, &machines); err != nil {
		return err
	}
	fmt.Printf("%d users, %d machines\n", users, machines)
	return nil
}

func addMachines(ctx context.Context, users *sisusers.Store, identity string, o options) error {
	models, err := sisusers.ReadMachineModels(identity)
	if err != nil {
		return err
	}
	if models == nil {
		return fmt.Errorf("%s has no machines.yaml", identity)
	}
	var at []string
	if o.locations != "" {
		at = strings.Split(o.locations, ",")
	} else if at, err = users.Locations(ctx); err != nil {
		return err
	}
	_, err = users.AddMachines(ctx, models, "mach-g", at, o.machines)
	return err
}
