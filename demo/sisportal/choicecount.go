package sisportal

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/99designs/gqlgen/graphql"

	"strand/demo/sisportal/generated"
	"strand/demo/sqllist"
	"strand/domain/listing"
	"strand/internal/database"
)

// isChoiceCounted reports whether the caller asks a list for the counts of its filters.
func isChoiceCounted(ctx context.Context) bool {
	return slices.Contains(graphql.CollectAllFields(ctx), "choiceCounts")
}

// flagFilter is a filter by a condition.
func flagFilter(name string, isChosen bool) sqllist.ChoiceFilter {
	f := sqllist.ChoiceFilter{Name: name}
	if isChosen {
		f.Chosen = []string{"true"}
	}
	return f
}

// flagColumn returns the column with the value of a flagFilter; empty for rows that do not meet its condition.
func flagColumn(condition string) string {
	return "CASE WHEN " + condition + " THEN 'true' ELSE '' END"
}

// countChoices counts the rows of a FROM clause for each value of the filters, in one read. columns are expressions
// with args, one for each filter.
func countChoices(
	ctx context.Context,
	db database.Queryer,
	from string,
	within sqllist.Conditions,
	filters []sqllist.ChoiceFilter,
	columns string,
	args []any,
) ([]*generated.ChoiceCount, error) {
	where, whereArgs := within.Where()
	counts := listing.ChoiceCounts{}
	err := database.Each(ctx, db, func(row database.Row) error {
		var records int
		texts, into := make([]string, len(filters)), []any{&records}
		for i := range texts {
			into = append(into, &texts[i])
		}
		if err := row.Scan(into...); err != nil {
			return err
		}
		values := make([][]string, len(texts))
		for i := range texts {
			values[i] = texts[i : i+1]
		}
		sqllist.AddChoices(counts, filters, values, records)
		return nil
	}, "SELECT count(*), "+columns+" FROM "+from+where+" GROUP BY "+columns,
		slices.Concat(args, whereArgs, args)...)
	if err != nil {
		return nil, fmt.Errorf("count the choices of a list: %w", err)
	}
	return choiceCounts(counts), nil
}

// choiceCounts returns counts, sorted.
func choiceCounts(counts listing.ChoiceCounts) []*generated.ChoiceCount {
	all := []*generated.ChoiceCount{}
	for _, field := range slices.Sorted(maps.Keys(counts)) {
		for _, value := range slices.Sorted(maps.Keys(counts[field])) {
			all = append(all, &generated.ChoiceCount{Field: field, Value: value, Count: counts[field][value]})
		}
	}
	return all
}
