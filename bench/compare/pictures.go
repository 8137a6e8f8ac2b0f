package main

import (
	"bytes"
	"fmt"
	"image"
	_ "image/jpeg"
	_ "image/png"
	"maps"
	"regexp"
	"slices"

	_ "golang.org/x/image/webp"
)

// measurePictures measures the CPU time of copies of the pictures of pages, each 1180 pixels wide, one after another.
// A round measures those of its own, because copies are kept.
func (b *bench) measurePictures(s *strand, products []string, round int) error {
	handle := regexp.MustCompile(`/images/[\w-]+/[\w-]+/([\w-]+)\.(?:webp|png)`)
	found := map[string]bool{}
	for _, path := range append([]string{"", "/products", "/stories", "/about"}, products...) {
		_, body, err := b.get(s.program, "/en"+path)
		if err != nil {
			return err
		}
		for _, match := range handle.FindAllStringSubmatch(string(body), -1) {
			found[match[1]] = true
		}
	}
	var handles []string
	for _, name := range slices.Sorted(maps.Keys(found)) {
		// Smaller pictures are not enlarged.
		_, original, err := b.get(s.program, "/images/original/"+name)
		if err != nil {
			continue // a placeholder
		}
		if config, _, err := image.DecodeConfig(bytes.NewReader(original)); err == nil && config.Width >= 1180 {
			handles = append(handles, name)
		}
	}
	if len(handles) < 10 {
		return fmt.Errorf("the pages have only %d pictures of 1180 px", len(handles))
	}
	// The first copies start the process that makes them, and let it compile its code.
	for _, name := range handles[:5] {
		if _, _, err := b.get(s.program, "/images/inline/780/"+name+".webp"); err != nil {
			return err
		}
	}
	if err := s.settle(); err != nil {
		return err
	}
	before := s.cpu()
	handles = handles[round*len(handles)/b.rounds : (round+1)*len(handles)/b.rounds]
	for _, name := range handles {
		if _, _, err := b.get(s.program, "/images/stretched/1180/"+name+".webp"); err != nil {
			return err
		}
	}
	m := measured{all: len(handles), cpu: s.cpu() - before}
	fmt.Printf("  %-18s %3d pictures of 1180 px: %.1f ms of CPU each\n", s.name, m.all, m.cpuEach())
	b.results.add("picture", m.cpuEach(), m, measured{})
	return nil
}
