package main

import (
	"bytes"
	"encoding/json"
	"runtime/debug"
	"testing"
)

func TestBillOf(t *testing.T) {
	info := &debug.BuildInfo{
		GoVersion: "go1.26.0",
		Main:      debug.Module{Path: "strand", Version: "v1.0.0"},
		Deps: []*debug.Module{
			{Path: "golang.org/x/net", Version: "v0.61.0", Sum: "h1:x"},
			{
				Path:    "example.com/old",
				Version: "v1.0.0",
				Replace: &debug.Module{Path: "example.com/new", Version: "v1.1.0"},
			},
		},
	}
	const packages = `{"components":[{"bom-ref":"react@19.0.0","type":"library","name":"react","version":"19.0.0","purl":"pkg:npm/react@19.0.0",
		"properties":[{"name":"cdx:npm:package:path","value":"node_modules/react"}]},
		{"name":"react","purl":"pkg:npm/react@19.0.0"}]}`
	bill, err := billOf(info, []byte(packages))
	if err != nil {
		t.Fatal(err)
	}
	var first, second bytes.Buffer
	if err := write(&first, bill); err != nil {
		t.Fatal(err)
	}
	again, err := billOf(info, []byte(packages))
	if err != nil {
		t.Fatal(err)
	}
	if err := write(&second, again); err != nil || first.String() != second.String() {
		t.Errorf("two bills of one build differ, %v", err)
	}
	var got struct {
		Format     string `json:"bomFormat"`
		Components []struct {
			URL string `json:"purl"`
		}
		Metadata struct {
			Component struct{ Type, Name string }
		}
	}
	if err := json.Unmarshal(first.Bytes(), &got); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"pkg:golang/example.com/new@v1.1.0",
		"pkg:golang/golang.org/x/net@v0.61.0",
		"pkg:golang/std@1.26.0",
		"pkg:npm/react@19.0.0",
	}
	if got.Format != "CycloneDX" || got.Metadata.Component.Name != "strand" || len(got.Components) != len(want) {
		t.Fatalf("%+v", got)
	}
	for i, c := range got.Components {
		if c.URL != want[i] {
			t.Errorf("%s, want %s", c.URL, want[i])
		}
	}
	if _, err := billOf(info, []byte("no JSON")); err == nil {
		t.Error("malformed JSON is accepted as an empty list of packages")
	}
}
