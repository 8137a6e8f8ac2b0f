package forms

import (
	"context"
	"log/slog"
	"strings"

	"strand/domain/catalog"
	"strand/domain/convert"
	"strand/domain/form"
	"strand/domain/productrequest"
	"strand/domain/site"
	"strand/service/catalogue"
	"strand/service/website"
	"strand/service/website/visit"
)

// ProductRequests reads requests for products. It is safe for concurrent use.
type ProductRequests struct {
	Website *website.Sites
	// ConfirmsByMail reports that accepted requests are confirmed by mail.
	ConfirmsByMail bool
	Log            *slog.Logger
}

// Page returns the page of a request for a product; nil for other screens. What cannot be read is missing, since
// a visitor can send the request without it.
func (r *ProductRequests) Page(ctx context.Context, p *site.PageResolution) (*productrequest.Page, error) {
	if p.Found.Screen != site.ScreenRequest {
		return nil, nil
	}
	siteCtx := p.SiteContext
	selection := productrequest.ParseSelection(p.Found.URL.RawQuery)
	missing := degradeField(ctx)
	found := r.read(ctx, siteCtx, selection.Subject, missing)
	page := &productrequest.Page{
		Requested:         selection.Requested,
		Machines:          found.machines,
		IsUnknownProduct:  found.isUnknown,
		System:            selection.Subject.System,
		About:             selection.Subject.String(),
		Form:              form.Of(form.ProductRequest),
		IsConfirmedByMail: r.ConfirmsByMail,
		Countries:         siteCtx.Directory.CountryOptions(siteCtx.Locale.LanguageCode),
	}
	if page.System == "" {
		page.System = siteCtx.MeasurementSystem()
	}
	country := selection.Country
	if country == "" {
		country = siteCtx.Locale.Country()
	}
	if siteCtx.Directory.OffersCountry(country) {
		page.Country = &country
	}
	page.Office = r.office(ctx, siteCtx, found, country, missing)
	return page, nil
}

// degradeField returns a function that adds the error of a part to the answer.
func degradeField(ctx context.Context) missingPart {
	return func(field string, err error) {
		visit.DegradeField(ctx, field, err)
	}
}

// Office returns the office that receives a request about something from a country. What cannot be read is an error of
// the answer.
func (r *ProductRequests) Office(ctx context.Context, siteCtx *site.Context, about, country string) *form.Office {
	missing := degradeField(ctx)
	return r.office(ctx, siteCtx, r.read(ctx, siteCtx, productrequest.ParseSubject(about), missing), country, missing)
}

// subject is what a request is about, as far as it can be read.
type subject struct {
	machines []*productrequest.RequestedMachine
	// isUnknown reports that a product does not exist.
	isUnknown bool
}

// names returns the names of the products with those of their variants; empty for none.
func (s subject) names(system site.MeasurementSystem) string {
	var names []string
	for _, m := range s.machines {
		names = append(names, m.Name(system))
	}
	return strings.Join(names, "; ")
}

// missingPart is called with a field that cannot be read.
type missingPart func(field string, err error)

// read reads the products of a request with one call, and the details of those with a variant with another.
func (r *ProductRequests) read(
	ctx context.Context,
	siteCtx *site.Context,
	s productrequest.Subject,
	missing missingPart,
) (found subject) {
	slugs := convert.All(s.Machines, func(m productrequest.Machine) string { return m.Product })
	products, errs := r.Website.Assortment.Linked(ctx, siteCtx, slugs)
	var withModel []*productrequest.RequestedMachine
	var models []string
	for i, requested := range s.Machines {
		if errs[i] != nil && !catalogue.IsNotFound(errs[i]) {
			missing("product", errs[i])
			continue
		}
		if products[i] == nil {
			found.isUnknown = true
			continue
		}
		machine := &productrequest.RequestedMachine{Product: products[i]}
		found.machines = append(found.machines, machine)
		if requested.Model != "" {
			withModel, models = append(withModel, machine), append(models, requested.Model)
		}
	}
	details, errs := r.Website.Assortment.Details(ctx, convert.All(withModel,
		func(m *productrequest.RequestedMachine) *catalog.LocalizedProduct { return m.Product }))
	for i, machine := range withModel {
		if errs[i] != nil {
			missing("variant", errs[i])
			continue
		}
		for _, v := range details[i].Variants {
			if v.ID == models[i] {
				machine.Variant = v.Localize(siteCtx.Locale)
			}
		}
	}
	return found
}

// office returns the office that a request from a country is addressed to. Without the list of locations, it is
// the mailbox of the group.
func (r *ProductRequests) office(
	ctx context.Context,
	siteCtx *site.Context,
	on subject,
	country string,
	missing missingPart,
) *form.Office {
	all, err := r.Website.Locations(ctx, siteCtx)
	if err != nil {
		missing("office", err)
	}
	if on.isUnknown || !siteCtx.Directory.OffersCountry(country) {
		return productrequest.GroupOffice(all)
	}
	var brands []string
	for _, m := range on.machines {
		if b := m.Product.Brand(); b != nil {
			brands = append(brands, b.ID)
		}
	}
	return productrequest.Office(all, country, brands...)
}

// Address adds to a submission of a product request what the office receives with it.
func (r *ProductRequests) Address(ctx context.Context, siteCtx *site.Context, s *form.Submission) {
	// A request is accepted also if nothing about it can be read now.
	missing := func(field string, err error) {
		r.Log.WarnContext(ctx, "product_request_incomplete", "reference", s.Reference, "missing", field, "error", err)
	}
	about := productrequest.ParseSubject(s.About)
	found := r.read(ctx, siteCtx, about, missing)
	s.About = about.String()
	s.Office = r.office(ctx, siteCtx, found, s.Values["country"], missing)
	s.Subject = found.names(about.System)
	if user := visit.Of(ctx).User; user != nil {
		s.User = user.ID
	}
}
