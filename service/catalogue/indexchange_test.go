package catalogue

import (
	"slices"
	"testing"
	"time"

	"strand/domain/catalog"
	"strand/upstream/pim"
)

// TestIndexes_Change checks that lists are purged if what they select products by differs, or if that is unknown.
//
// Rules: CACHE-14.
func TestIndexes_Change(t *testing.T) {
	c := newIndexesTest(t, &changingPIM{slugs: numbered(3), figure: "20"})
	now := &clock{}
	c.now = now.Now
	lists, names := pim.ListsTag(catalog.TypeProduct, "en"), pim.NamesTag(catalog.TypeProduct, "en")
	expect := func(what string, wantsLists, wantsNames bool) {
		t.Helper()
		tags := c.Change(t.Context(), []string{"m-1"})
		if slices.Contains(tags, lists) != wantsLists || slices.Contains(tags, names) != wantsNames {
			t.Errorf("%s: %v", what, tags)
		}
		for _, other := range []string{
			pim.ListsTag(catalog.TypeProduct, "de"), pim.ListsTag(catalog.TypeProduct, "xx"),
			pim.ListsTag(catalog.TypeService, "en"),
		} {
			if !slices.Contains(tags, other) {
				t.Errorf("%s: an index that was not read has no list %s", what, other)
			}
		}
	}
	expect("before the first list", true, true)
	c.expect(3, true, "0+200")
	expect("nothing", false, false)
	c.pim.change(func() { c.pim.names["m-1"] = "New" })
	expect("a name", false, true)
	if got := c.expect(3, true, "m-1").Product("m-1").Name; got != "New" {
		t.Errorf("the index has the name %s", got)
	}
	c.pim.change(func() { c.pim.figure = "30" })
	expect("a figure", true, true)
	expect("nothing again", false, false)
	c.pim.change(func() { c.pim.slugs = []string{"m-0", "m-2"} })
	expect("a removed product", true, true)
	expect("a product that does not exist", false, false)
	c.pim.change(func() { c.pim.slugs = numbered(3) })
	expect("a new product", true, true)
	expect("nothing after a new product", false, false)
	c.pim.change(func() { c.pim.isDegraded = true })
	expect("an incomplete answer", true, true)
	c.pim.change(func() { c.pim.isDegraded = false })
	now.add(time.Minute)
	c.untilCurrent()

	// The index was read again because of its age, before the webhook of the change.
	c.pim.change(func() { c.pim.figure = "40" })
	now.add(indexFreshFor + time.Minute)
	c.untilCurrent()
	expect("a change that was read before it was reported", true, true)
	c.untilCurrent()
	expect("nothing at last", false, false)
}

// untilCurrent waits until the index was read again.
func (c *indexesTest) untilCurrent() {
	c.Helper()
	for {
		if _, _, err := c.Index(c.Context(), catalog.TypeProduct, "en"); err != nil {
			c.Fatal(err)
		}
		c.mu.Lock()
		st := c.indexes[indexKey{catalog.TypeProduct, "en"}]
		isDone := st.isCurrent() && !st.isOld(c.now()) && st.refreshed == nil
		c.mu.Unlock()
		if isDone {
			return
		}
		time.Sleep(time.Millisecond)
	}
}
