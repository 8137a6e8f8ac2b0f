package sisportal

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"strand/demo/facet"
	"strand/demo/sisportal/generated"
	"strand/demo/userstore"
	"strand/domain/portal"
	"strand/internal/recovery"
)

// Facets of machines.
const (
	facetOrganization = "organization"
	facetLocation     = "location"
	facetLine         = "line"
	facetProduct      = "product"
	facetRetired      = "retired"
	facetWarranty     = "warranty"
	facetContract     = "contract"
	facetUpdate       = "update"
	// facetInstalled contains packages with their versions, separated by a space.
	facetInstalled = "installed"
)

// Orders of machines in the index, by their sort keys.
const (
	byName = iota
	bySerialNumber
	byProduct
	byDelivery
	byLocation
	byLine
	machineOrders
)

// machineOrder maps orders of the contract to those of the index.
var machineOrder = map[generated.MachineOrder]struct {
	index        int
	isDescending bool
}{
	generated.MachineOrderName: {index: byName}, generated.MachineOrderSerialNumber: {index: bySerialNumber},
	generated.MachineOrderProduct: {index: byProduct}, generated.MachineOrderNewest: {byDelivery, true},
	generated.MachineOrderOldest: {index: byDelivery}, generated.MachineOrderLocation: {index: byLocation},
	generated.MachineOrderProductLine: {index: byLine},
}

// machineIndex executes lists of machines. It is loaded from the user store, which stores the machines.
type machineIndex struct {
	index *facet.Index
	users *userstore.Store
	now   func() time.Time
	log   *slog.Logger
	// latest contains the newest version of each package.
	latest map[string]string
	// loaded is closed when all machines are loaded or loading has failed.
	loaded chan struct{}
	err    error

	// changes serializes changes, so that the index ends with the state of the user store.
	changes sync.Mutex
	// day is the day of the coverage in the index.
	day string

	// lines contains the product lines of products by slug.
	lines sync.Map
}

func newMachineIndex(
	users *userstore.Store,
	now func() time.Time,
	latest map[string]string,
	log *slog.Logger,
) *machineIndex {
	return &machineIndex{
		log:    log,
		index:  facet.New(machineOrders),
		users:  users,
		now:    now,
		latest: latest,
		loaded: make(chan struct{}),
	}
}

// load fills the index. It reads the next machines while it indexes others.
func (x *machineIndex) load(ctx context.Context) {
	defer close(x.loaded)
	x.day = portal.Day(x.now())
	x.err = errors.New("the machines were not read completely")
	parts := make(chan []*userstore.Machine, 1)
	recovery.Go(ctx, x.log, "machine_reader", func() {
		defer close(parts)
		x.err = x.users.EachMachine(ctx, func(some []*userstore.Machine) { parts <- some })
	})
	shared := newSharedParts()
	x.index.Load(func(yield func(facet.Record) bool) {
		for some := range parts {
			for _, m := range some {
				yield(x.record(m, x.day, shared))
			}
		}
	})
}

// ready waits until the index is loaded and has the coverage of today.
func (x *machineIndex) ready(ctx context.Context) error {
	select {
	case <-x.loaded:
	case <-ctx.Done():
		return ctx.Err()
	}
	if x.err != nil {
		return x.err
	}
	x.changes.Lock()
	defer x.changes.Unlock()
	today := portal.Day(x.now())
	if today == x.day {
		return nil
	}
	from, before := min(x.day, today), max(x.day, today)
	ended, err := x.users.MachinesWithLastDay(ctx, from, before)
	if err != nil {
		return err
	}
	shared := newSharedParts()
	for _, m := range ended {
		x.index.Put(x.record(m, today, shared))
	}
	x.day = today
	return nil
}

// change changes machines in the user store and updates the index. The function change returns their ids.
func (x *machineIndex) change(
	ctx context.Context,
	change func() (ids []string, err error),
) ([]*userstore.Machine, error) {
	if err := x.ready(ctx); err != nil {
		return nil, err
	}
	x.changes.Lock()
	defer x.changes.Unlock()
	ids, err := change()
	if err != nil {
		return nil, err
	}
	// A committed change is indexed even if the caller has disconnected.
	changed, err := x.users.Machines(context.WithoutCancel(ctx), ids)
	if err != nil {
		return nil, err
	}
	shared := newSharedParts()
	for _, m := range changed {
		x.index.Put(x.record(m, x.day, shared))
	}
	return changed, nil
}

// shared caches parts that many records have in common, so that each is created once.
type shared struct {
	texts, names map[string]string
	groups       map[[2]string][]string
}

func newSharedParts() *shared {
	return &shared{texts: map[string]string{}, names: map[string]string{}, groups: map[[2]string][]string{}}
}

func (s *shared) text(text string) string {
	if cached, ok := s.texts[text]; ok {
		return cached
	}
	s.texts[text] = text
	return text
}

// maxNames is the maximum number of names cached while machines are indexed.
const maxNames = 10_000

func (s *shared) collated(name string) string {
	cached, ok := s.names[name]
	if !ok {
		cached = collated(name)
		if len(s.names) < maxNames {
			s.names[name] = cached
		}
	}
	return cached
}

// groupsOf returns the sort groups of a machine.
func (s *shared) groupsOf(m *userstore.Machine) []string {
	key := [2]string{m.LocationID, m.ProductLine}
	groups := s.groups[key]
	if groups == nil {
		groups = make([]string, machineOrders)
		groups[byLocation] = collated(m.OrganizationName) + "\x00" + collated(m.LocationName) + "\x00" + m.LocationID +
			"\x00"
		groups[byLine] = m.ProductLine + "\x00"
		s.groups[key] = groups
	}
	return groups
}

func (x *machineIndex) record(m *userstore.Machine, today string, shared *shared) facet.Record {
	values := []facet.Value{
		{Facet: facetOrganization, Value: m.OrganizationID},
		{Facet: facetLocation, Value: m.LocationID},
		{Facet: facetLine, Value: m.ProductLine},
		{Facet: facetProduct, Value: m.ProductSlug},
		{Facet: facetRetired, Value: yesNo(m.RetiredOn != "")},
		{Facet: facetWarranty, Value: string(portal.CoverageOn(m.WarrantyUntil, today))},
		{Facet: facetContract, Value: string(portal.CoverageOn(m.ContractUntil, today))},
		{Facet: facetUpdate, Value: yesNo(x.hasUpdate(m))},
	}
	for _, s := range m.Software {
		values = append(values, facet.Value{Facet: facetInstalled, Value: s.Package + " " + s.Version})
	}
	if _, ok := x.lines.Load(m.ProductSlug); !ok {
		x.lines.Store(m.ProductSlug, m.ProductLine)
	}
	name := shared.collated(m.Name) + "\x00" + m.SerialNumber
	return facet.Record{
		ID:     m.ID,
		Values: values,
		Text: strings.ToLower(
			m.Name + "\n" + m.SerialNumber + "\n" + m.ProductSlug + "\n" + m.LocationName + "\n" + m.City,
		),
		Keys: []string{
			byName:         name,
			bySerialNumber: m.SerialNumber,
			byProduct:      shared.text(m.ProductSlug),
			byDelivery:     shared.text(m.DeliveredOn),
			byLocation:     name,
			byLine:         name,
		},
		Groups: shared.groupsOf(m),
	}
}

// products returns the products of the machines in use in a scope, by product line.
func (x *machineIndex) products(scope scope) map[string][]string {
	byLine := map[string][]string{}
	counts := x.index.Counts(facetProduct, selected(scope, generated.MachineFilter{})...)
	for _, product := range slices.Sorted(maps.Keys(counts)) {
		if line, ok := x.lines.Load(product); ok && product != "" {
			byLine[line.(string)] = append(byLine[line.(string)], product)
		}
	}
	return byLine
}

// hasUpdate reports whether installed software has a newer version (MACH-13). Retired machines get no updates.
func (x *machineIndex) hasUpdate(m *userstore.Machine) bool {
	if m.RetiredOn != "" {
		return false
	}
	for _, s := range m.Software {
		if latest := x.latest[s.Package]; latest != "" && portal.CompareVersions(s.Version, latest) < 0 {
			return true
		}
	}
	return false
}

func yesNo(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// collated returns a sort key for names: case-insensitive, without accents, and with numbers by their value.
func collated(text string) string {
	var b strings.Builder
	digits := 0
	flush := func(from string) {
		for range 8 - digits {
			b.WriteByte('0')
		}
		b.WriteString(from)
		digits = 0
	}
	plain := []rune(norm.NFD.String(strings.ToLower(text)))
	for i, r := range plain {
		switch {
		case r >= '0' && r <= '9':
			if digits++; i+1 == len(plain) || plain[i+1] < '0' || plain[i+1] > '9' {
				flush(string(plain[i+1-digits : i+1]))
			}
		case !unicode.Is(unicode.Mn, r):
			b.WriteRune(r)
		}
	}
	return b.String()
}

// facetValues returns the facet values of a scope: one group, or none for all machines.
func (s scope) facetValues() [][]facet.Value {
	if s.all {
		return nil
	}
	group := make([]facet.Value, len(s.organizations))
	for i, id := range s.organizations {
		group[i] = facet.Value{Facet: facetOrganization, Value: id}
	}
	return [][]facet.Value{group}
}

// selected returns the facet values of a filter in a scope.
func selected(scope scope, f generated.MachineFilter) [][]facet.Value {
	groups := append(scope.facetValues(), []facet.Value{{Facet: facetRetired, Value: yesNo(f.IsRetired)}})
	add := func(name string, values []string) {
		if len(values) == 0 {
			return
		}
		var group []facet.Value
		for _, v := range values {
			group = append(group, facet.Value{Facet: name, Value: v})
		}
		groups = append(groups, group)
	}
	add(facetLocation, f.Locations)
	add(facetLine, f.ProductLines)
	add(facetWarranty, texts(f.Warranty))
	add(facetContract, texts(f.Contract))
	if f.HasUpdate {
		add(facetUpdate, []string{yesNo(true)})
	}
	return groups
}

// words returns the distinct words of a search text.
func words(text string) []string {
	var all []string
	seen := map[string]bool{}
	for word := range strings.FieldsSeq(strings.ToLower(text)) {
		if !seen[word] {
			seen[word], all = true, append(all, word)
		}
	}
	// The longest words narrow the search most.
	return sortedBy(all, func(a, b string) int { return cmp.Compare(len(b), len(a)) })
}
