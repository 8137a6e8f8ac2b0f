package resolvers

import (
	"context"
	"slices"

	"strand/domain/editorial"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/upstream/cms"
)

// PassPurpose is the signing purpose of gate tokens.
const PassPurpose = "gate"

// GateSubject is the signed subject of a gate token. It contains the password, so that a changed password
// invalidates all tokens.
func GateSubject(pageID, password string) string { return pageID + "\n" + password }

// guarded returns the page as the visitor may read it: without its content if the gate of the page, or of a page
// above it, is not passed.
func (r *Resolver) guarded(ctx context.Context, view *site.View, p *editorial.Page) *editorial.Page {
	if p == nil {
		return nil
	}
	gate := gateOf(view, p)
	if gate == nil {
		return p
	}
	if view.Preview != nil {
		if view.Preview.Passes(gate.Protection) {
			return p
		}
		return p.Locked()
	}
	req := requestOf(ctx)
	req.tag(cms.PageTag(gate.ID))
	if r.passes(ctx, view, gate) {
		req.markPrivate()
		return p
	}
	req.lock(gate.ID)
	return p.Locked()
}

// gateOf returns the page whose protection applies to a page; nil for a public page.
func gateOf(view *site.View, p *editorial.Page) *site.PageRef {
	if place, ok := view.Page(p.ID); ok {
		return place.Item.Gate()
	}
	if p.Protection == site.ProtectionNone {
		return nil
	}
	// A page outside of the navigation has no parents.
	return &site.PageRef{ID: p.ID, Protection: p.Protection}
}

// passes reports whether the user has passed a gate (PAGE-8, PAGE-10).
func (r *Resolver) passes(ctx context.Context, view *site.View, gate *site.PageRef) bool {
	req := requestOf(ctx)
	switch gate.Protection {
	case site.ProtectionCustomerRole:
		return req.User.Belongs(portal.Customer)
	case site.ProtectionPassword:
		pass := req.gatePass(gate.ID)
		if pass == "" {
			return false
		}
		password, err := r.CMS.Password(ctx, view, gate.ID)
		// Without a password the gate stays closed; the reader has logged the reason.
		return err == nil && password != "" &&
			r.Passes.Valid(pass, PassPurpose, GateSubject(gate.ID, password), r.Now())
	}
	return false
}

// LockedPages returns the ids of those pages whose gate the user of the request has not passed. Unknown pages are
// not returned.
func (r *Resolver) LockedPages(ctx context.Context, ids []string, stage site.Stage) ([]string, error) {
	view, err := r.mainView(ctx, nil, stage)
	if err != nil {
		return nil, err
	}
	pages, err := r.CMS.Pages(ctx, view, ids)
	if err != nil {
		return nil, err
	}
	gates := view.Gates(ids)
	var locked []string
	for _, p := range pages {
		if p == nil {
			continue
		}
		all := gates[p.ID]
		if len(all) == 0 && p.Protection != site.ProtectionNone {
			all = []*site.PageRef{{ID: p.ID, Protection: p.Protection}}
		}
		if slices.ContainsFunc(all, func(gate *site.PageRef) bool { return !r.passes(ctx, view, gate) }) {
			locked = append(locked, p.ID)
		}
	}
	return locked, nil
}
