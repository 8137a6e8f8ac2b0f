package demo

import (
	"path"
	"path/filepath"
	"strconv"
	"time"

	democms "strand/demo/cms"
	"strand/demo/cms/content"
	demopim "strand/demo/pim"
	"strand/domain/editor"
)

// cmsFileLocator returns the source file and line of values of the sample CMS: `demo/content/cms/brands.yaml:12`.
func cmsFileLocator(server *democms.Server, dir string) editor.EditLocator {
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

// pimFileLocator returns the source file and line of values of the sample PIM.
func pimFileLocator(server *demopim.Server, dir string) editor.EditLocator {
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
