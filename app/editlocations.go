package app

import (
	"path"
	"path/filepath"
	"strconv"
	"time"

	"strand/domain/editor"
	embeddedcms "strand/upstream/embedded/cms"
	"strand/upstream/embedded/content"
	embeddedpim "strand/upstream/embedded/pim"
)

// cmsFileLocator returns the source file and line of values of the embedded CMS: `content/cms/brands.yaml:12`.
func cmsFileLocator(server *embeddedcms.Server, dir string) editor.EditLocator {
	folder := folderOf(dir, "cms")
	return func(p *editor.Provenance) (string, time.Time) {
		ref := content.Ref{Type: p.Type, ID: p.Record}
		location, changed, ok := server.SourceLocation(
			content.Stage(p.Stage),
			ref,
			p.FoundLocale,
			p.LastComponent(),
			p.TopField(),
		)
		if !ok {
			return "", changed
		}
		return folder + location.File + ":" + strconv.Itoa(location.Line), changed
	}
}

// pimFileLocator returns the source file and line of values of the embedded PIM.
func pimFileLocator(server *embeddedpim.Server, dir string) editor.EditLocator {
	folder := folderOf(dir, "pim")
	return func(p *editor.Provenance) (string, time.Time) {
		file, line, ok := server.SourceLocation(p.Type, p.Record, p.TopField())
		if !ok {
			return "", time.Time{}
		}
		return folder + file + ":" + strconv.Itoa(line), time.Time{}
	}
}

// folderOf returns the folder of a system in the content folder, with a trailing slash.
func folderOf(dir, system string) string { return path.Join(filepath.ToSlash(dir), system) + "/" }
