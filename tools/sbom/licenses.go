package main

import (
	"bufio"
	"cmp"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
)

// standardTexts are the texts of licenses that packages name without containing them.
//
//go:embed texts/*.txt
var standardTexts embed.FS

// standardFiles are the files of a license by its SPDX identifier.
var standardFiles = map[string][]string{
	"MIT":               {"MIT"},
	"ISC":               {"ISC"},
	"LGPL-3.0-or-later": {"LGPL-3.0", "GPL-3.0"}, // the first is an addition to the second
}

// licenseFile matches the names of files with licenses and notices.
var licenseFile = regexp.MustCompile(`(?i)^(licen[cs]e|copying|notice|unlicense|copyright)([._-].*)?$`)

// licensed is a component and the folder of its sources.
type licensed struct{ purl, folder string }

// licensedOf returns the components of a build whose files the image contains. Packages for other platforms are in the
// lock file, but not installed.
func licensedOf(info *debug.BuildInfo, packages []byte) ([]licensed, error) {
	root, err := goOutput("env", "GOROOT")
	if err != nil {
		return nil, err
	}
	found := []licensed{{standardLibrary(info).PackageURL, strings.TrimSpace(root)}}
	arguments := []string{"list", "-m", "-f", "{{.Path}}\t{{.Dir}}"}
	for _, module := range info.Deps {
		arguments = append(arguments, module.Path)
	}
	listed, err := goOutput(arguments...)
	if err != nil {
		return nil, err
	}
	folders := map[string]string{}
	for line := range strings.Lines(listed) {
		path, folder, _ := strings.Cut(strings.TrimSpace(line), "\t")
		folders[path] = folder
	}
	for _, module := range info.Deps {
		folder := folders[module.Path]
		if module.Replace != nil && strings.HasPrefix(module.Replace.Path, ".") {
			folder = "." // code of this repository
		}
		found = append(found, licensed{component(effective(module)).PackageURL, folder})
	}
	var npm struct {
		Components []struct{ PURL, Name, Version string }
	}
	if err := json.Unmarshal(packages, &npm); err != nil {
		return nil, fmt.Errorf("read the npm packages: %w", err)
	}
	installed, err := installedPackages()
	if err != nil {
		return nil, err
	}
	for _, c := range npm.Components {
		if folder := installed[c.Name+"@"+c.Version]; folder != "" {
			found = append(found, licensed{c.PURL, folder})
		}
	}
	slices.SortFunc(found, func(a, b licensed) int { return cmp.Compare(a.purl, b.purl) })
	return slices.CompactFunc(found, func(a, b licensed) bool { return a.purl == b.purl }), nil
}

// installedPackages returns the folders of the installed npm packages, by name and version.
func installedPackages() (map[string]string, error) {
	text, err := os.ReadFile("package-lock.json")
	if err != nil {
		return nil, err
	}
	var lock struct {
		Packages map[string]struct{ Version string }
	}
	if err := json.Unmarshal(text, &lock); err != nil {
		return nil, fmt.Errorf("read package-lock.json: %w", err)
	}
	const folder = "node_modules/"
	installed := map[string]string{}
	for path, p := range lock.Packages {
		if i := strings.LastIndex(path, folder); i >= 0 {
			if _, err := os.Stat(path); err == nil {
				installed[path[i+len(folder):]+"@"+p.Version] = path
			}
		}
	}
	return installed, nil
}

func goOutput(arguments ...string) (string, error) {
	command := exec.Command("go", arguments...)
	command.Stderr = os.Stderr
	out, err := command.Output()
	if err != nil {
		return "", fmt.Errorf("go %s: %w", arguments[0], err)
	}
	return string(out), nil
}

// writeLicenses writes the texts of all licenses. Components with the same text are listed above it. It fails if a
// component has no text, since it must not be passed on then.
func writeLicenses(to io.Writer, components []licensed) error {
	byText := map[string][]string{}
	var texts []string
	var missing []error
	for _, c := range components {
		text, err := licenseOf(c.folder)
		if err != nil {
			missing = append(missing, fmt.Errorf("%s: %w", c.purl, err))
			continue
		}
		if byText[text] == nil {
			texts = append(texts, text)
		}
		byText[text] = append(byText[text], c.purl)
	}
	if err := errors.Join(missing...); err != nil {
		return fmt.Errorf("licenses are missing: %w", err)
	}
	out := bufio.NewWriter(to)
	fmt.Fprintln(out, "The licenses of the components in sbom.cdx.json. Each text applies to the components above it.")
	for _, text := range texts {
		fmt.Fprintf(out, "\n%s\n", strings.Repeat("=", 80))
		for _, purl := range byText[text] {
			fmt.Fprintln(out, purl)
		}
		fmt.Fprintf(out, "%s\n\n%s\n", strings.Repeat("-", 80), text)
	}
	return out.Flush()
}

// licenseOf returns the licenses and notices of a component: those in its folder, else the text of the license that it
// names, with its authors.
func licenseOf(folder string) (string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return "", err
	}
	var parts []string
	for _, e := range entries {
		if e.IsDir() || !licenseFile.MatchString(e.Name()) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, e.Name()))
		if err != nil {
			return "", err
		}
		parts = append(parts, clean(text))
	}
	if len(parts) > 0 {
		return strings.Join(parts, "\n\n"), nil
	}
	return namedLicense(folder)
}

// namedLicense returns the text of the license that package.json, or else the README, of a package names.
func namedLicense(folder string) (string, error) {
	var declared struct {
		Name, License string
		Author        any
	}
	text, err := os.ReadFile(filepath.Join(folder, "package.json"))
	if err != nil {
		return "", fmt.Errorf("no license: %w", err)
	}
	if err := json.Unmarshal(text, &declared); err != nil {
		return "", fmt.Errorf("read package.json: %w", err)
	}
	readme := ""
	if entries, err := fs.Glob(os.DirFS(folder), "[Rr][Ee][Aa][Dd][Mm][Ee].md"); err == nil && len(entries) > 0 {
		content, err := os.ReadFile(filepath.Join(folder, entries[0]))
		if err != nil {
			return "", err
		}
		_, readme, _ = strings.Cut(clean(content), "License\n")
	}
	if declared.License == "" {
		declared.License = strings.TrimSpace(readme)
	}
	files, ok := standardFiles[declared.License]
	if !ok {
		return "", fmt.Errorf("no license, and no text of %.40q", declared.License)
	}
	parts := []string{declared.License + " License\n\nCopyright (c) " + authorOf(declared.Author, declared.Name)}
	for _, file := range files {
		standard, err := standardTexts.ReadFile("texts/" + file + ".txt")
		if err != nil {
			return "", err
		}
		parts = append(parts, clean(standard))
	}
	return strings.Join(parts, "\n\n"), nil
}

// authorOf returns the author of a package: a text or an object with a name; the authors in general if none is named.
func authorOf(author any, name string) string {
	if object, ok := author.(map[string]any); ok {
		author = object["name"]
	}
	if text, ok := author.(string); ok && text != "" {
		return text
	}
	return "the authors of " + name
}

// clean returns a text without marks of other systems and blank lines at its ends, so that equal texts are equal.
func clean(text []byte) string {
	unix := strings.ReplaceAll(strings.TrimPrefix(string(text), "\ufeff"), "\r\n", "\n")
	return strings.Trim(unix, "\n\t ")
}
