package app

import (
	"fmt"
	"path"
	"path/filepath"
	"time"

	"strand/domain/editor"
	embeddedcms "strand/upstream/embedded/cms"
	"strand/upstream/embedded/content"
	embeddedpim "strand/upstream/embedded/pim"
)

// cmsFiles finds values of the embedded CMS: `content/cms/brands.yaml:12`.
func cmsFiles(server *embeddedcms.Server, dir string) editor.EditPlace {
	return func(p *editor.Provenance) (string, time.Time) {
		ref := content.Ref{Type: p.Type, ID: p.Record}
		place, changed, ok := server.Place(content.Stage(p.Stage), ref, p.FoundLocale, p.LastComponent(), p.TopField())
		if !ok {
			return "", changed
		}
		return inFile(dir, "cms", place.File, place.Line), changed
	}
}

// pimFiles finds values of the embedded PIM.
func pimFiles(server *embeddedpim.Server, dir string) editor.EditPlace {
	return func(p *editor.Provenance) (string, time.Time) {
		file, line, ok := server.Place(p.Type, p.Record, p.TopField())
		if !ok {
			return "", time.Time{}
		}
		return inFile(dir, "pim", file, line), time.Time{}
	}
}

func inFile(dir, system, file string, line int) string {
	return fmt.Sprintf("%s:%d", path.Join(filepath.ToSlash(dir), system, file), line)
}
