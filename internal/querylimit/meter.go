package querylimit

import (
	"reflect"
	"sync/atomic"

	"github.com/vektah/gqlparser/v2/ast"
)

// Meter counts the actual cost of an operation, by the weights of its estimate. It is safe for concurrent use.
type Meter struct {
	costs *costs
	total atomic.Int64
}

// NewMeter returns a meter for one operation.
func (g *Guard) NewMeter() *Meter { return &Meter{costs: g.costs} }

// Count adds the objects that a field has resolved to.
func (m *Meter) Count(f *ast.Field, value any) {
	switch f.Name {
	case "__schema":
		m.total.Add(schemaCost)
		return
	case "__type":
		m.total.Add(typeCost)
		return
	}
	d := m.costs.fields[f.Definition]
	if d == nil {
		d = m.costs.declared(f.Definition)
	}
	if d.weight > 0 {
		m.total.Add(timesInt(d.weight, countOf(reflect.ValueOf(value))))
	}
}

// Total returns the cost that was counted.
func (m *Meter) Total() int64 { return m.total.Load() }

// countOf returns the number of objects in a value, which can be a list of lists.
func countOf(value reflect.Value) (n int64) {
	switch value.Kind() {
	case reflect.Invalid:
		return 0
	case reflect.Pointer, reflect.Interface:
		return countOf(value.Elem())
	case reflect.Slice:
		for i := range value.Len() {
			n += countOf(value.Index(i))
		}
		return n
	default:
		return 1
	}
}
