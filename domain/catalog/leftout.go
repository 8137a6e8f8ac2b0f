package catalog

import (
	"fmt"
	"slices"
	"time"

	"strand/domain/convert"
	"strand/domain/finding"
)

// LeftOut is a record of the PIM that has no page, or no page of its own (CAT-57).
type LeftOut struct {
	// ID is the id of a classification, or the slug of a product.
	ID, Slug string
	Cause    LeftOutCause
	// Field is the field of the PIM that causes it, Reason a text for operators and editors.
	Field, Reason string
}

// LeftOutCause is why a record is left out.
type LeftOutCause string

const (
	// InvalidSlug is a slug that is no part of a path.
	InvalidSlug LeftOutCause = "invalid_slug"
	// DuplicateSlug is a slug that another record has, too; the first one is found by it.
	DuplicateSlug LeftOutCause = "duplicate_slug"
	// UnknownParent is a parent that does not exist, or is left out itself.
	UnknownParent LeftOutCause = "unknown_parent"
	// ParentLoop is a parent that is below the record.
	ParentLoop LeftOutCause = "parent_loop"
	// UnknownClassification is a classification of a product that does not exist, or is left out.
	UnknownClassification LeftOutCause = "unknown_classification"
)

// Finding returns the finding of the content report.
func (l LeftOut) Finding() finding.Finding {
	kind := finding.InvalidValue
	if l.Cause == UnknownParent || l.Cause == UnknownClassification {
		kind = finding.MissingReference
	}
	return finding.Finding{Kind: kind, Document: l.ID, Field: l.Field, Message: l.Reason}
}

// LeftOutClassifications returns the records that NewTree leaves out for every country.
func LeftOutClassifications(records []ClassificationRecord) []LeftOut {
	byID := make(map[string]*ClassificationRecord, len(records))
	for i := range records {
		byID[records[i].ID] = &records[i]
	}
	var left []LeftOut
	bySlug := map[string][]*ClassificationRecord{}
	for i := range records {
		r := &records[i]
		l := LeftOut{ID: r.ID, Slug: r.Slug}
		l.Cause, l.Field, l.Reason = causeOf(r, byID)
		if l.Cause == "" {
			same := bySlug[r.Slug]
			bySlug[r.Slug] = append(same, r)
			first := convert.First(same, func(other *ClassificationRecord) bool { return sharesCountry(r, other) })
			if first == nil {
				continue
			}
			l.Cause, l.Field = DuplicateSlug, "slug"
			l.Reason = fmt.Sprintf("the classification %s has the slug %q, too", first.ID, r.Slug)
		}
		left = append(left, l)
	}
	return left
}

// causeOf returns why a classification is in no tree; empty if it is in one.
func causeOf(
	r *ClassificationRecord, byID map[string]*ClassificationRecord,
) (cause LeftOutCause, field, reason string) {
	if !isSlug(r.Slug) {
		return InvalidSlug, "slug", fmt.Sprintf("the slug %.100q is no part of a path", r.Slug)
	}
	seen := map[string]bool{r.ID: true}
	for at := r; at.ParentID != ""; {
		parent := byID[at.ParentID]
		switch {
		case parent == nil:
			return UnknownParent, "parent_id", fmt.Sprintf("the parent %.100q of %s does not exist", at.ParentID, at.ID)
		case seen[parent.ID]:
			return ParentLoop, "parent_id", fmt.Sprintf("the parent %s of %s is below it", parent.ID, at.ID)
		case !isSlug(parent.Slug):
			return UnknownParent, "parent_id",
				fmt.Sprintf("the parent %s is left out: its slug %.100q is no part of a path", parent.ID, parent.Slug)
		}
		seen[parent.ID] = true
		at = parent
	}
	return "", "", ""
}

// sharesCountry reports whether visitors of one country see both classifications.
func sharesCountry(a, b *ClassificationRecord) bool {
	isShared := func(country string) bool { return slices.Contains(b.SupportedCountries, country) }
	return len(a.SupportedCountries) == 0 || len(b.SupportedCountries) == 0 ||
		slices.ContainsFunc(a.SupportedCountries, isShared)
}

// FiledProduct is a product with its classification in the PIM, and the id of its description (DescriptionID).
type FiledProduct struct {
	Slug, ClassificationSlug string
	Description              uint64
	// UpdatedAt is the last change of the product; the zero time if it is unknown.
	UpdatedAt time.Time
}

// IsCut reports whether a list of the PIM has fewer records than were wanted, so that the next ones have to be read
// from its end: the PIM limits the size of its lists, or broken records were removed.
func IsCut(returned, wanted int) bool { return returned > 0 && returned < wanted }

// LeftOutProducts returns the products without a page below a classification of a tree, which is that of all
// countries.
func LeftOutProducts(tree *Tree, products []FiledProduct) []LeftOut {
	var left []LeftOut
	seen := make(map[string]bool, len(products))
	for _, p := range products {
		l := LeftOut{ID: p.Slug, Slug: p.Slug}
		switch {
		case !IsProductSlug(p.Slug):
			l.Cause, l.Field = InvalidSlug, "slug"
			l.Reason = fmt.Sprintf("the slug %.100q is no part of a path", p.Slug)
		case seen[p.Slug]:
			l.Cause, l.Field = DuplicateSlug, "slug"
			l.Reason = fmt.Sprintf("several products have the slug %q", p.Slug)
		case tree.Find(p.ClassificationSlug) == nil:
			l.Cause, l.Field = UnknownClassification, "classification_slug"
			l.Reason = fmt.Sprintf("the classification %.100q does not exist", p.ClassificationSlug)
		default:
			seen[p.Slug] = true
			continue
		}
		seen[p.Slug] = true
		left = append(left, l)
	}
	return left
}
