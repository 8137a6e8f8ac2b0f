// Strand serves the websites of a machinery group from one GraphQL graph over its CMS, PIM, sis and identity server.
package main

import (
	"fmt"
	"os"

	"strand/config"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "strand:", err)
		os.Exit(1)
	}
}

func run() error {
	c, err := config.Load("strand.yaml", os.Environ())
	if err != nil {
		return err
	}
	return serve(c)
}
