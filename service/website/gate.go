package website

import (
	"context"
	"slices"

	"strand/domain/editorial"
	"strand/domain/portal"
	"strand/domain/site"
	"strand/service/website/visit"
	"strand/upstream/cms"
)

// GatePurpose is the signing purpose of gate tokens.
const GatePurpose = "gate"

// GateSubject is the signed subject of a gate token. It contains the password, so that a changed password
// invalidates all tokens.
func GateSubject(pageID, password string) string { return pageID + "\n" + password }

// ForVisitor returns the page as the visitor may read it: without its content if the gate of the page, or of a page
// above it, is not passed.
func (r *Sites) ForVisitor(ctx context.Context, siteCtx *site.Context, p *editorial.Page) *editorial.Page {
	if p == nil {
		return nil
	}
	gate := GateOf(siteCtx, p)
	if gate == nil {
		return p
	}
	if siteCtx.Preview != nil {
		if siteCtx.Preview.Satisfies(gate.Protection) {
			return p
		}
		return p.Locked()
	}
	req := visit.Of(ctx)
	req.Tag(cms.PageTag(gate.ID))
	if r.hasPassedGate(ctx, siteCtx, gate) {
		req.MarkPrivate()
		return p
	}
	req.Withhold(gate.ID)
	return p.Locked()
}

// GateOf returns the page whose protection applies to a page; nil for a public page.
func GateOf(siteCtx *site.Context, p *editorial.Page) *site.PageRef {
	if location, ok := siteCtx.Page(p.ID); ok {
		return location.Item.Gate()
	}
	if p.Protection == site.ProtectionNone {
		return nil
	}
	// A page outside of the navigation has no parents.
	return &site.PageRef{ID: p.ID, Protection: p.Protection}
}

// hasPassedGate reports whether the user has passed a gate (PAGE-8, PAGE-10).
func (r *Sites) hasPassedGate(ctx context.Context, siteCtx *site.Context, gate *site.PageRef) bool {
	req := visit.Of(ctx)
	if req.Link() != nil {
		return false // the audience of a preview link passes the gates of its own site only
	}
	switch gate.Protection {
	case site.ProtectionCustomerRole:
		return req.User.IsInAudience(portal.Customer)
	case site.ProtectionPassword:
		signedToken := req.TokenOf(gate.ID)
		if signedToken == "" {
			return false
		}
		password, err := r.CMS.Password(ctx, siteCtx, gate.ID)
		// Without a password the gate stays closed; the reader has logged the reason.
		return err == nil && password != "" &&
			r.SigningKey.Valid(signedToken, GatePurpose, GateSubject(gate.ID, password), r.Now())
	}
	return false
}

// LockedPages returns the ids of those pages whose gate the user of the request has not passed. Unknown pages are
// not returned.
func (r *Sites) LockedPages(ctx context.Context, ids []string, stage site.Stage) ([]string, error) {
	siteCtx, err := r.MainSiteContext(ctx, nil, stage)
	if err != nil {
		return nil, err
	}
	pages, err := r.CMS.Pages(ctx, siteCtx, ids)
	if err != nil {
		return nil, err
	}
	gates := siteCtx.Gates(ids)
	var locked []string
	for _, p := range pages {
		if p == nil {
			continue
		}
		all := gates[p.ID]
		if len(all) == 0 && p.Protection != site.ProtectionNone {
			all = []*site.PageRef{{ID: p.ID, Protection: p.Protection}}
		}
		if slices.ContainsFunc(all, func(gate *site.PageRef) bool { return !r.hasPassedGate(ctx, siteCtx, gate) }) {
			locked = append(locked, p.ID)
		}
	}
	return locked, nil
}
