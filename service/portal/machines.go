package portal

import (
	"cmp"
	"context"
	"slices"

	"strand/domain/catalog"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/site"
	"strand/service/website/visit"
)

// Inventory returns the inventory at a URL; nil for another page.
func (r *Pages) Inventory(ctx context.Context, e *portalentry.Entry) (*inventory.MachineList, error) {
	list := &inventory.MachineList{Base: e.InventoryURL(), SiteContext: e.SiteContext}
	isRetired := e.Page == portal.PageInventoryOld
	switch {
	case isRetired && e.Shows(portal.PageInventoryOld, portal.Inventory):
		list.Base = e.RetiredMachinesURL()
	case !e.Shows(portal.PageInventory, portal.Inventory):
		return nil, nil
	}
	list.MachineSelection = inventory.ParseMachineSelection(e.RawQuery, isRetired)
	err := readList(&list.Range, inventory.MachinesPerPage, func() (isBehind bool, err error) {
		list.MachineListPage, list.AllLocations, err = r.SIS.MachinesWithChoices(
			ctx, visit.Of(ctx).IDToken, list.MachineSelection,
		)
		return err == nil && len(list.Machines) == 0 && list.Total > 0, err
	})
	if err != nil {
		return nil, err
	}
	MachinesIn(e.SiteContext, list.Machines)
	list.LineNames = r.lineNames(ctx, e.SiteContext, list.ProductLines)
	return list, nil
}

// lineNames returns the names of classifications by slug; nil while the PIM cannot be read, since the list works
// without names.
func (r *Pages) lineNames(ctx context.Context, siteCtx *site.Context, slugs []string) map[string]string {
	if len(slugs) == 0 {
		return nil
	}
	tree, err := r.Website.Assortment.Tree(ctx, siteCtx, catalog.TypeProduct)
	if err != nil {
		return nil
	}
	names := map[string]string{}
	for _, slug := range slugs {
		if c := tree.Find(slug); c != nil {
			names[slug] = c.Name
		}
	}
	return names
}

// machinePageOf reads the machine at a URL; nil for another page, and for a machine that does not exist or that the
// user may not see.
func (r *Pages) machinePageOf(ctx context.Context, e *portalentry.Entry) (*portalentry.MachinePage, error) {
	if !e.Shows(portal.PageMachine, portal.Inventory) {
		return nil, nil
	}
	withTickets := e.User.IsActive(portal.Ticketing)
	page, err := r.SIS.MachinePage(ctx, visit.Of(ctx).IDToken, e.ID, e.SiteContext.Locale.LanguageCode, withTickets)
	if page == nil || err != nil {
		return nil, err
	}
	page.Machine.SiteContext = e.SiteContext
	if page.Machine.IsRetired() {
		page.OmitUpdates()
	}
	PackagesIn(e.SiteContext, page.Packages)
	if withTickets {
		TicketsIn(e.SiteContext, page.Tickets)
	}
	return page, nil
}

// PackagesIn sets the site context of software packages.
func PackagesIn(siteCtx *site.Context, all []*inventory.SoftwarePackage) []*inventory.SoftwarePackage {
	for _, p := range all {
		p.SiteContext = siteCtx
	}
	return all
}

// ProductsOfMachines returns the products of machines with one call; nil for a machine that is not in the
// catalogue.
func (r *Pages) ProductsOfMachines(
	ctx context.Context,
	machines []*inventory.Machine,
) ([]*catalog.LocalizedProduct, []error) {
	var siteCtx *site.Context
	var slugs []string
	var positions []int
	for i, m := range machines {
		siteCtx = cmp.Or(siteCtx, m.SiteContext)
		if m.ProductSlug != "" {
			slugs, positions = append(slugs, m.ProductSlug), append(positions, i)
		}
	}
	products, errs := make([]*catalog.LocalizedProduct, len(machines)), make([]error, len(machines))
	found, failed := r.products(ctx, siteCtx, slugs)
	for k, i := range positions {
		products[i], errs[i] = found[k], failed[k]
	}
	return products, errs
}

// ProductsOfPackages returns the products of software packages with one call.
func (r *Pages) ProductsOfPackages(
	ctx context.Context,
	packages []*inventory.SoftwarePackage,
) ([][]*catalog.LocalizedProduct, []error) {
	var siteCtx *site.Context
	var slugs []string
	for _, p := range packages {
		slugs, siteCtx = append(slugs, p.ProductSlugs...), p.SiteContext
	}
	found, failed := r.products(ctx, siteCtx, slugs)
	products, errs := make([][]*catalog.LocalizedProduct, len(packages)), make([]error, len(packages))
	read := 0
	for i, p := range packages {
		products[i] = []*catalog.LocalizedProduct{}
		for range p.ProductSlugs {
			if found[read] != nil {
				products[i] = append(products[i], found[read])
			}
			if failed[read] != nil {
				errs[i] = failed[read]
			}
			read++
		}
	}
	return products, errs
}

// products reads products in a site context, in the order of their slugs. Nil means the main site in its default
// locale.
func (r *Pages) products(
	ctx context.Context,
	siteCtx *site.Context,
	slugs []string,
) ([]*catalog.LocalizedProduct, []error) {
	siteCtx, err := r.SiteContext(ctx, siteCtx, nil)
	if err != nil {
		return make([]*catalog.LocalizedProduct, len(slugs)), slices.Repeat([]error{err}, len(slugs))
	}
	return r.Website.Assortment.Linked(ctx, siteCtx, slugs)
}
