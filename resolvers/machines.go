package resolvers

import (
	"context"
	"encoding/base64"
	"slices"

	"strand/domain/catalog"
	"strand/domain/csvimport"
	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/apperr"
	"strand/internal/assortment"
	"strand/internal/convert"
	"strand/internal/visit"
)

// machinePayload returns the payload of a mutation that changed a machine.
func machinePayload(m *inventory.Machine, err error) (*model.MachinePayload, error) {
	if err != nil {
		return nil, err
	}
	return &model.MachinePayload{Machine: m, UserErrors: []*model.UserError{}}, nil
}

// errTooManyAdditions is the error of a user who has tried too many serial numbers, and could otherwise guess those of
// other organizations.
var errTooManyAdditions = apperr.New(apperr.RateLimited, "too many serial numbers were tried: try again in a minute")

// countAddition limits the additions of a user.
func (r *Resolver) countAddition(ctx context.Context) error {
	if !r.AdditionLimiter.Allow(visit.Of(ctx).User.ID) {
		return errTooManyAdditions
	}
	return nil
}

// inventoryOf returns the inventory at a URL; nil for another page.
func (r *Resolver) inventoryOf(ctx context.Context, e *portalentry.Entry) (*inventory.MachineList, error) {
	list := &inventory.MachineList{Base: e.InventoryURL(), Language: e.SiteContext.Locale.LanguageCode}
	isRetired := e.Page == portal.PageInventoryOld
	switch {
	case isRetired && isPageOfService(e, portal.PageInventoryOld, portal.Inventory):
		list.Base = e.RetiredMachinesURL()
	case !isPageOfService(e, portal.PageInventory, portal.Inventory):
		return nil, nil
	}
	list.Selection = inventory.ParseMachineSelection(e.RawQuery, isRetired)
	var err error
	list.Page, list.AllLocations, err = r.Portal.MachinesWithChoices(ctx, visit.Of(ctx).IDToken, list.Selection)
	if apperr.CodeOf(err) == apperr.Invalid ||
		err == nil && len(list.Page.Machines) == 0 && list.Page.Total > 0 {
		// The cursor of an old URL may be invalid or point behind the last machine: show the first page.
		list.Selection.Range = portal.ListRange{First: inventory.MachinesPerPage}
		list.Page, list.AllLocations, err = r.Portal.MachinesWithChoices(ctx, visit.Of(ctx).IDToken, list.Selection)
	}
	if err != nil {
		return nil, err
	}
	machinesIn(e.SiteContext, list.Page.Machines)
	list.LineNames = r.lineNames(ctx, e.SiteContext, list.Page.ProductLines)
	return list, nil
}

// lineNames returns the names of classifications by slug; nil while the PIM cannot be read, since the list works
// without names.
func (r *Resolver) lineNames(ctx context.Context, siteCtx *site.Context, slugs []string) map[string]string {
	if len(slugs) == 0 {
		return nil
	}
	tree, err := r.Assortment.Tree(ctx, siteCtx, catalog.TypeProduct)
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
func (r *Resolver) machinePageOf(ctx context.Context, e *portalentry.Entry) (*portalentry.MachinePage, error) {
	if !isPageOfService(e, portal.PageMachine, portal.Inventory) {
		return nil, nil
	}
	withTickets := e.User.IsActive(portal.Ticketing)
	page, err := r.Portal.MachinePage(ctx, visit.Of(ctx).IDToken, e.ID, e.SiteContext.Locale.LanguageCode, withTickets)
	if page == nil || err != nil {
		return nil, err
	}
	page.Machine.SiteContext = e.SiteContext
	if page.Machine.IsRetired() {
		page.OmitUpdates()
	}
	packagesIn(e.SiteContext, page.Packages)
	if withTickets {
		ticketsIn(e.SiteContext, page.Tickets)
	}
	return page, nil
}

func packagesIn(siteCtx *site.Context, all []*inventory.SoftwarePackage) []*inventory.SoftwarePackage {
	for _, p := range all {
		p.SiteContext = siteCtx
	}
	return all
}

// productsOfMachines returns the products of machines with one call; nil for a machine that is not in the
// catalogue.
func (r *Resolver) productsOfMachines(
	ctx context.Context,
	machines []*inventory.Machine,
) ([]*catalog.LocalizedProduct, error) {
	products, errs := make([]*catalog.LocalizedProduct, len(machines)), make([]error, len(machines))
	var slugs []string
	var siteCtx *site.Context
	for _, m := range machines {
		if m.ProductSlug != "" {
			slugs = append(slugs, m.ProductSlug)
		}
		if siteCtx == nil {
			siteCtx = m.SiteContext
		}
	}
	found, failed, err := r.productsBySlug(ctx, siteCtx, slugs)
	if err != nil {
		return nil, err
	}
	for i, m := range machines {
		products[i], errs[i] = found[m.ProductSlug], failed[m.ProductSlug]
	}
	return products, assortment.BatchError(errs)
}

// productsOfPackages returns the products of software packages with one call.
func (r *Resolver) productsOfPackages(
	ctx context.Context,
	packages []*inventory.SoftwarePackage,
) ([][]*catalog.LocalizedProduct, error) {
	products, errs := make([][]*catalog.LocalizedProduct, len(packages)), make([]error, len(packages))
	var slugs []string
	var siteCtx *site.Context
	for _, p := range packages {
		slugs, siteCtx = append(slugs, p.ProductSlugs...), p.SiteContext
	}
	found, failed, err := r.productsBySlug(ctx, siteCtx, slugs)
	if err != nil {
		return nil, err
	}
	for i, p := range packages {
		products[i] = []*catalog.LocalizedProduct{}
		for _, slug := range p.ProductSlugs {
			if product := found[slug]; product != nil {
				products[i] = append(products[i], product)
			}
			if failed[slug] != nil {
				errs[i] = failed[slug]
			}
		}
	}
	return products, assortment.BatchError(errs)
}

// productsBySlug reads products in a site context, each once. Nil means the main site in its default locale.
func (r *Resolver) productsBySlug(
	ctx context.Context,
	siteCtx *site.Context,
	slugs []string,
) (map[string]*catalog.LocalizedProduct, map[string]error, error) {
	siteCtx, err := r.portalSiteContext(ctx, siteCtx, nil)
	if err != nil {
		return nil, nil, err
	}
	var each []string
	seen := map[string]bool{}
	for _, slug := range slugs {
		if !seen[slug] {
			seen[slug], each = true, append(each, slug)
		}
	}
	found, failed := map[string]*catalog.LocalizedProduct{}, map[string]error{}
	if len(each) == 0 {
		return found, failed, nil
	}
	products, errs := r.Assortment.Linked(ctx, siteCtx, each)
	for i, slug := range each {
		if products[i] != nil {
			found[slug] = products[i]
		}
		if i < len(errs) && errs[i] != nil {
			failed[slug] = errs[i]
		}
	}
	return found, failed, nil
}

// importMachines adds the machines of a CSV file, or returns the errors by line.
func (r *Resolver) importMachines(ctx context.Context, input model.ImportMachinesInput) (*model.ImportPayload, error) {
	refused := func(problems ...csvimport.Problem) *model.ImportPayload {
		return &model.ImportPayload{Problems: convert.Pointers(problems)}
	}
	if base64.StdEncoding.DecodedLen(len(input.File)) > csvimport.MaxBytes+2 {
		return refused(csvimport.Problem{Code: csvimport.TooLarge}), nil
	}
	data, err := base64.StdEncoding.DecodeString(input.File)
	if err != nil {
		return nil, apperr.New(apperr.Invalid, "file: not valid base64")
	}
	idToken := visit.Of(ctx).IDToken
	locations, machines, err := r.Portal.LocationsAndMachines(ctx, idToken, "")
	if err != nil {
		return nil, err
	}
	lines, problems := inventory.ReadImport(data, locations, input.Location)
	if len(problems) > 0 {
		return refused(problems...), nil
	}
	// An import reports as many unknown serial numbers as the user may still try one by one.
	userID := visit.Of(ctx).User.ID
	allowed := r.AdditionLimiter.Take(userID, len(lines))
	if allowed == 0 {
		return nil, errTooManyAdditions
	}
	added, unknown, err := r.Portal.ImportMachines(ctx, idToken, input.IdempotencyKey, lines)
	if err != nil {
		// Nothing was reported to the user, who may try again with the same key.
		r.AdditionLimiter.Return(userID, allowed)
		return nil, err
	}
	var own []string
	for _, m := range machines {
		own = append(own, m.SerialNumber)
	}
	payload := refused(inventory.RefusedLines(lines, unknown, own, allowed)...)
	payload.Added = added
	guesses := 0
	for _, p := range payload.Problems {
		if p.Code == inventory.ImportSerialNumber {
			guesses++
		}
	}
	r.AdditionLimiter.Return(userID, allowed-guesses)
	return payload, nil
}

// isOwnLocation reports whether the user may use a location; true if the locations cannot be read.
func (r *Resolver) isOwnLocation(ctx context.Context, id string) bool {
	locations, _, err := r.Portal.LocationsAndMachines(ctx, visit.Of(ctx).IDToken, "")
	return err != nil || slices.ContainsFunc(locations, func(l *inventory.Location) bool { return l.ID == id })
}

// unknownLocation is the user error for a location that does not exist or belongs to another organization.
var unknownLocation = []form.Problem{inventory.UnknownLocation}
