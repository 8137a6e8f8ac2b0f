// Command sbom writes the software bill of materials of a build as CycloneDX JSON: the modules that are linked into a
// server, and the npm packages of its client. With -licenses, it writes the texts of their licenses, too.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime/debug"
	"slices"
	"strings"

	cdx "github.com/CycloneDX/cyclonedx-go"
)

func main() {
	server := flag.String("server", "bin/strand", "the server that was built")
	output := flag.String("output", "bin/sbom.cdx.json", "the output file")
	licenses := flag.String("licenses", "", "the output file of the licenses; empty for none")
	flag.Parse()
	if err := run(*server, *output, *licenses); err != nil {
		fmt.Fprintln(os.Stderr, "sbom:", err)
		os.Exit(1)
	}
}

func run(server, output, licenses string) error {
	info, err := buildinfo.ReadFile(server)
	if err != nil {
		return fmt.Errorf("read the build information of %s: %w", server, err)
	}
	// npm reads the lock file, without a registry.
	packages := exec.Command("npm", "sbom", "--package-lock-only", "--omit", "dev", "--sbom-format", "cyclonedx")
	packages.Stderr = os.Stderr
	listed, err := packages.Output()
	if err != nil {
		return fmt.Errorf("list the npm packages: %w", err)
	}
	bill, err := billOf(info, listed)
	if err != nil {
		return err
	}
	err = create(output, func(file io.Writer) error { return write(file, bill) })
	if err != nil || licenses == "" {
		return err
	}
	components, err := licensedOf(info, listed)
	if err != nil {
		return err
	}
	return create(licenses, func(file io.Writer) error { return writeLicenses(file, components) })
}

// create writes a file.
func create(path string, write func(io.Writer) error) error {
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	return errors.Join(write(file), file.Close())
}

func write(to io.Writer, bill *cdx.BOM) error {
	encoder := cdx.NewBOMEncoder(to, cdx.BOMFileFormatJSON).SetPretty(true)
	if err := encoder.EncodeVersion(bill, cdx.SpecVersion1_5); err != nil {
		return fmt.Errorf("write the bill: %w", err)
	}
	return nil
}

// billOf returns the bill of a build. It has neither a time nor a random number, so that equal builds have equal
// bills.
func billOf(info *debug.BuildInfo, packages []byte) (*cdx.BOM, error) {
	var npm struct {
		Components []cdx.Component `json:"components"`
	}
	if err := json.Unmarshal(packages, &npm); err != nil {
		return nil, fmt.Errorf("read the npm packages: %w", err)
	}
	main := component(&info.Main)
	main.Type = cdx.ComponentTypeApplication
	components := []cdx.Component{standardLibrary(info)}
	for _, module := range info.Deps {
		components = append(components, component(effective(module)))
	}
	for _, c := range npm.Components {
		// The paths of the build machine say nothing about the package.
		c.Properties = nil
		components = append(components, c)
	}
	slices.SortFunc(components, func(a, b cdx.Component) int { return strings.Compare(a.PackageURL, b.PackageURL) })
	components = slices.CompactFunc(components, func(a, b cdx.Component) bool { return a.PackageURL == b.PackageURL })
	bill := cdx.NewBOM()
	bill.Metadata = &cdx.Metadata{Component: &main}
	bill.Components = &components
	return bill, nil
}

// standardLibrary returns the component of Go itself.
func standardLibrary(info *debug.BuildInfo) cdx.Component {
	return component(&debug.Module{Path: "std", Version: strings.TrimPrefix(info.GoVersion, "go")})
}

// effective returns the module that is linked: that of a replacement.
func effective(module *debug.Module) *debug.Module {
	if module.Replace != nil {
		return module.Replace
	}
	return module
}

// component returns the component of a Go module. go.sum has a hash of each version, so the version identifies the
// content.
func component(module *debug.Module) cdx.Component {
	url := "pkg:golang/" + module.Path + "@" + module.Version
	c := cdx.Component{
		BOMRef:     url,
		Type:       cdx.ComponentTypeLibrary,
		Name:       module.Path,
		Version:    module.Version,
		PackageURL: url,
		Scope:      cdx.ScopeRequired,
	}
	if module.Sum != "" {
		c.Properties = &[]cdx.Property{{Name: "go:sum", Value: module.Sum}}
	}
	return c
}
