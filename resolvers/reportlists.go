package resolvers

import (
	"fmt"
	"hash/fnv"
	"strconv"

	"strand/domain/convert"
	"strand/domain/editor"
	"strand/domain/finding"
	"strand/domain/optional"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/service/editing"
)

// reportProblem returns a user error of starting or cancelling a report.
func reportProblem(code, message string) *model.UserError {
	return &model.UserError{Code: code, Message: message}
}

// findingSelection returns the selection of arguments; null selects all.
func findingSelection(
	kind *finding.Kind, severity *finding.Severity, search *string,
) (editor.FindingSelection, error) {
	selection := editor.FindingSelection{
		Kind: optional.OrEmpty(kind), Severity: optional.OrEmpty(severity), Search: optional.OrEmpty(search),
	}
	if len(selection.Search) > editing.MaxSearch {
		return selection, apperr.New(apperr.Invalid, "search: send at most %d bytes", editing.MaxSearch)
	}
	return selection, nil
}

// findingConnection returns one page of findings.
func findingConnection(all []editor.PageFinding, first int, after *string) (*model.ContentFindingConnection, error) {
	page, err := paginate(convert.Pointers(all), findingID, first, after)
	if err != nil {
		return nil, err
	}
	edges := edgesOf(page, func(cursor string, f *editor.PageFinding) *model.ContentFindingEdge {
		return &model.ContentFindingEdge{Cursor: cursor, Node: f}
	})
	return &model.ContentFindingConnection{TotalCount: len(all), PageInfo: page.info(), Edges: edges}, nil
}

// findingID returns an id that is unique among the findings of a report.
func findingID(f *editor.PageFinding) string {
	hash := fnv.New64a()
	_, _ = fmt.Fprintf(hash, "%q", *f) // Fprintf on a hash never fails
	return strconv.FormatUint(hash.Sum64(), 36)
}

// externalLinkConnection returns one page of external links.
func externalLinkConnection(
	all []editor.ExternalLink, first int, after *string,
) (*model.ExternalLinkConnection, error) {
	page, err := paginate(convert.Pointers(all), func(l *editor.ExternalLink) string { return l.URL }, first, after)
	if err != nil {
		return nil, err
	}
	edges := edgesOf(page, func(cursor string, l *editor.ExternalLink) *model.ExternalLinkEdge {
		return &model.ExternalLinkEdge{Cursor: cursor, Node: l}
	})
	return &model.ExternalLinkConnection{TotalCount: len(all), PageInfo: page.info(), Edges: edges}, nil
}
