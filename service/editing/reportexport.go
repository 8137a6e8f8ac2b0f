package editing

import (
	"context"
	"net/url"
	"strings"

	"strand/client/src/i18n/messages"
	"strand/domain/convert"
	"strand/domain/editor"
	"strand/domain/exportfile"
	"strand/domain/finding"
	"strand/internal/apperr"
)

// ReportExportPath is the path of the findings of a report as a file.
const ReportExportPath = "/api/content-report"

// Parameters of the URL of the file: the site and locale of the report, the selection, the format, and the locale of
// the headings.
const (
	paramSite         = "site"
	paramReportLocale = "reportLocale"
	paramKind         = "kind"
	paramSeverity     = "severity"
	paramSearch       = "search"
	paramFormat       = "format"
	paramLocale       = "locale"
)

// reportColumns are the ids of the texts that are the headings.
var reportColumns = []string{
	"editor.report.column.severity", "editor.report.column.kind", "editor.report.column.page",
	"editor.report.column.path", "editor.report.column.place", "editor.report.column.value",
	"editor.report.column.url",
}

// ReportExportURL returns the URL of the selected findings of a report as a file. The headings are in the locale of the
// report if locale is empty.
func ReportExportURL(
	r *editor.Report, selection editor.FindingSelection, format exportfile.Format, locale string,
) string {
	query := url.Values{}
	for name, value := range map[string]string{
		paramSite: r.SiteID, paramReportLocale: r.Locale.Code(), paramKind: string(selection.Kind),
		paramSeverity: string(selection.Severity), paramSearch: selection.Search, paramFormat: format.Extension(),
		paramLocale: locale,
	} {
		if value != "" {
			query.Set(name, value)
		}
	}
	return ReportExportPath + "?" + query.Encode()
}

// ReportExport contains findings of a report as rows of a file.
type ReportExport struct {
	Format exportfile.Format
	// Language is the language of the headings and names; Title is the name of a sheet.
	Language, Title string
	Headings        []string
	Rows            [][]any
}

// Export returns the findings that the parameters of ReportExportURL select.
func (c *Reports) Export(ctx context.Context, query url.Values) (*ReportExport, error) {
	_, s, l, err := c.website.SiteAndLocale(ctx, query.Get(paramSite), query.Get(paramReportLocale))
	if err != nil {
		return nil, err
	}
	report := c.Of(s.ID, l)
	if report == nil {
		return nil, apperr.New(apperr.NotFound, "the site has no content report in this locale: start it")
	}
	search := query.Get(paramSearch)
	if len(search) > MaxSearch {
		return nil, apperr.New(apperr.Invalid, "search: send at most %d bytes", MaxSearch)
	}
	language, _, _ := strings.Cut(query.Get(paramLocale), "-")
	if language == "" {
		language = l.LanguageCode
	}
	texts := messages.In(language)
	export := &ReportExport{
		Format: exportfile.CSV, Language: language, Title: texts.Text("editor.report"),
		Headings: convert.All(reportColumns, texts.Text),
	}
	if query.Get(paramFormat) == exportfile.XLSX.Extension() {
		export.Format = exportfile.XLSX
	}
	for _, f := range report.Select(editor.FindingSelection{
		Kind:     finding.Kind(query.Get(paramKind)),
		Severity: finding.Severity(query.Get(paramSeverity)),
		Search:   search,
	}) {
		export.Rows = append(export.Rows, []any{
			texts.Text("editor.report.severity." + string(f.Severity())),
			texts.Text("editor.report.kind." + string(f.Kind)),
			f.Title, f.Path, strings.Join(f.Place(), " › "), f.Message, f.URL,
		})
	}
	return export, nil
}
