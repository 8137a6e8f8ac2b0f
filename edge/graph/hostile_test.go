package graph

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/99designs/gqlgen/graphql"

	"strand/service/website/visit"
)

// repeated returns n parts of a text, each made of its number.
func repeated(n int, part func(i int) string) string {
	var b strings.Builder
	for i := range n {
		b.WriteString(part(i))
	}
	return b.String()
}

// chain returns n fragments of which each spreads the next one, some times.
func chain(n, times int, fields string) string {
	return repeated(n, func(i int) string {
		return fmt.Sprintf("fragment F%d on Site{%s %s}", i, fields, strings.Repeat(fmt.Sprintf("...F%d ", i+1), times))
	}) + fmt.Sprintf("fragment F%d on Site{id name}", n)
}

// hostileDocuments are documents of a size that would take a multiple of their length, or more, to validate.
var hostileDocuments = map[string]func(n int) string{
	"one field":  func(n int) string { return "{sites{" + strings.Repeat("id ", n) + "}}" },
	"one object": func(n int) string { return "{sites{" + strings.Repeat("brand{id name}", n) + "}}" },
	"objects of lists": func(n int) string {
		return "{" + strings.Repeat("capabilities{products{slug}}", n) + "}"
	},
	"aliases": func(n int) string {
		return "{" + repeated(n, func(i int) string { return fmt.Sprintf("a%d:sites{id}", i) }) + "}"
	},
	"conflicts": func(n int) string { return "{sites{" + strings.Repeat("a:id a:name ", n) + "}}" },
	"conflicts below": func(n int) string {
		return "{" + strings.Repeat("sites{a:id}sites{a:name}", n) + "}"
	},
	"conflicts of arguments": func(n int) string {
		return "{" + repeated(n, func(i int) string { return fmt.Sprintf("product(slug:\"%d\"){slug}", i) }) + "}"
	},
	"objects as arguments": func(n int) string {
		return "{" + strings.Repeat(`stories(filter:{topics:["a","b","c","d"]}){totalCount}`, n) + "}"
	},
	"doubling fragments":  func(n int) string { return "{sites{...F0}}" + chain(n, 2, "") },
	"unused fragments":    func(n int) string { return "{sites{id}}" + chain(n, 2, "id") },
	"chain of fragments":  func(n int) string { return "{sites{...F0}}" + chain(n, 1, "id id") },
	"circle of fragments": func(n int) string { return "{sites{...F0}}" + chain(n, 2, "...F0") },
	"one fragment": func(n int) string {
		return "{sites{" + strings.Repeat("...F0 ", n) + "}}" + chain(5, 2, "id")
	},
	"sets with fragments": func(n int) string {
		return "{" + strings.Repeat("sites{...F0}", n) + "}" + chain(100, 1, "id")
	},
	"fragments side by side": func(n int) string {
		spread := func(i int) string { return fmt.Sprintf("...F%d ", i) }
		return "{sites{" + repeated(n, spread) + "}}" + chain(n, 1, "id name")
	},
	"inline fragments": func(n int) string {
		return "{sites{" + strings.Repeat("...{id ", n) + strings.Repeat("id ", n) + strings.Repeat("}", n) + "}}"
	},
	"inline fragments in a chain": func(n int) string {
		return "{sites{...F0}}" + chain(150, 1, "") + "fragment F150 on Site{" + strings.Repeat("...{", n) +
			strings.Repeat("a:id a:name ", n) + strings.Repeat("}", n) + "}"
	},
	"alternatives": func(n int) string {
		return `{resolve(url:"u"){` +
			strings.Repeat("...on PageResolution{page{title}}...on RedirectResolution{location}", n) + "}}"
	},
	"operations": func(n int) string {
		return repeated(min(n, 20), func(i int) string { return fmt.Sprintf("query Q%d{sites{...F0}}", i) }) +
			chain(1, 1, strings.Repeat("id ", n))
	},
	"depth": func(n int) string { return strings.Repeat("{sites", n) + strings.Repeat("}", n) },
	"unknown fields": func(n int) string {
		return "{" + repeated(n, func(i int) string { return fmt.Sprintf("x%d ", i) }) + "}"
	},
	"unknown types": func(n int) string {
		return "{" + repeated(n, func(i int) string { return fmt.Sprintf("...on Sit%d{id}", i) }) + "}"
	},
	"variables": func(n int) string {
		return "query(" + repeated(n, func(i int) string { return fmt.Sprintf("$v%d:Int ", i) }) + "){sites{id}}"
	},
	"a list":     func(n int) string { return "{products(slugs:[" + strings.Repeat(`"a" `, n) + "]){slug}}" },
	"directives": func(n int) string { return "{sites{id" + strings.Repeat("@skip(if:true)", n) + "}}" },
}

// No text makes the work before the execution grow much, whatever its length and whether it is refused. The allocated
// memory is measured, which unlike time is the same on every machine.
func TestHostileDocuments(t *testing.T) {
	const most = 32 << 20
	e, _ := panickingExecutor(t)
	for name, build := range hostileDocuments {
		t.Run(name, func(t *testing.T) {
			largest, at := uint64(0), 0
			for _, n := range []int{5, 10, 20, 35, 60, 95, 140, 190, 300, 490, 900, 1900, 7000} {
				text := build(n)
				ctx := visit.WithRequest(graphql.StartOperationTrace(t.Context()), &visit.Request{})
				var before, after runtime.MemStats
				runtime.ReadMemStats(&before)
				_, _ = e.prepare(ctx, &visit.Request{}, &Operation{Query: text, OperationName: "Q0"}, true)
				runtime.ReadMemStats(&after)
				if allocated := after.TotalAlloc - before.TotalAlloc; allocated > largest {
					largest, at = allocated, n
				}
			}
			if largest > most {
				t.Errorf("%d parts allocate %d bytes", at, largest)
			}
		})
	}
}
