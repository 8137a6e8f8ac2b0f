package listing

import (
	"net/url"
	"slices"
	"strings"
)

// Parameters are the names of the parameters of a query that are read. A name that ends with a dot stands for all names
// that begin with it.
type Parameters []string

// Keep returns a query with these parameters only, in their order. A parameter with a malformed name is left out.
func (p Parameters) Keep(rawQuery string) string {
	if rawQuery == "" {
		return ""
	}
	parts := strings.Split(rawQuery, "&")
	kept := slices.DeleteFunc(slices.Clone(parts), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		name, err := url.QueryUnescape(name)
		return err != nil || !p.reads(name)
	})
	return strings.Join(kept, "&")
}

func (p Parameters) reads(name string) bool {
	return slices.ContainsFunc(p, func(read string) bool {
		return name == read || strings.HasSuffix(read, ".") && strings.HasPrefix(name, read)
	})
}
