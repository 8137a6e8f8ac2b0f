// Configdoc writes the files that are generated from the settings: the tables of docs/configuration.md, and
// docs/configuration.schema.json. It runs in the folder config.
package main

import (
	"fmt"
	"os"

	"strand/config"
	"strand/demo"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "configdoc:", err)
		os.Exit(1)
	}
}

func run() error {
	const page = "../docs/configuration.md"
	text, err := os.ReadFile(page)
	if err != nil {
		return err
	}
	settings := config.Settings(&demo.Config{})
	filled, err := config.InsertSettings(string(text), settings)
	if err != nil {
		return fmt.Errorf("%s: %w", page, err)
	}
	if err := os.WriteFile(page, []byte(filled), 0o644); err != nil {
		return err
	}
	schema, err := config.JSONSchema(settings)
	if err != nil {
		return err
	}
	return os.WriteFile("../docs/configuration.schema.json", schema, 0o644)
}
