package site

import (
	"sync"
	"testing"
)

// Concurrent callers get one tree per audience: items of two trees are never equal, so that a breadcrumb would have its
// home twice.
func TestNavigation_Tree(t *testing.T) {
	home := &Item{ID: "home", Page: &PageRef{ID: "home", Slug: "home"}}
	for range 50 {
		n := &Navigation{Site: &Site{ID: "main"}, Home: []*Item{home}}
		var trees [8]*Tree
		var group sync.WaitGroup
		for i := range trees {
			group.Go(func() { trees[i], _ = n.Tree("CH", false) })
		}
		group.Wait()
		for _, tree := range trees {
			if tree == nil || tree != trees[0] {
				t.Fatalf("two trees: %p, %p", tree, trees[0])
			}
		}
		if other, err := n.Tree("DE", false); err != nil || other == trees[0] {
			t.Fatalf("another country has the same tree: %v", err)
		}
	}
}
