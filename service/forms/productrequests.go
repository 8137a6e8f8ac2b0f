package forms

import (
	"context"
	"log/slog"

	"strand/domain/catalog"
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
		Product:           found.product,
		Variant:           found.variant,
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
	product *catalog.LocalizedProduct
	variant *catalog.LocalizedVariant
	// isUnknown reports that the product does not exist.
	isUnknown bool
}

// name returns the name of the product with that of its variant; empty for none.
func (s subject) name(system site.MeasurementSystem) string {
	if s.product == nil {
		return ""
	}
	name := s.product.Name
	if s.variant != nil {
		variant := s.variant.NameMetric
		if system == site.Imperial {
			variant = s.variant.NameImperial
		}
		name += ", " + variant
	}
	return name
}

// missingPart is called with a field that cannot be read.
type missingPart func(field string, err error)

// read reads the product and the variant of a request.
func (r *ProductRequests) read(
	ctx context.Context,
	siteCtx *site.Context,
	s productrequest.Subject,
	missing missingPart,
) (found subject) {
	if s.Product == "" {
		return found
	}
	product, err := r.Website.Assortment.Product(ctx, siteCtx, s.Product)
	if err != nil && !catalogue.IsNotFound(err) {
		missing("product", err)
		return found
	}
	if product == nil {
		found.isUnknown = true
		return found
	}
	found.product = product
	if s.Model == "" {
		return found
	}
	details, errs := r.Website.Assortment.Details(ctx, []*catalog.LocalizedProduct{product})
	if errs[0] != nil {
		missing("variant", errs[0])
		return found
	}
	for _, v := range details[0].Variants {
		if v.ID == s.Model {
			found.variant = v.Localize(siteCtx.Locale)
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
	brand := ""
	if on.product != nil {
		if b := on.product.Brand(); b != nil {
			brand = b.ID
		}
	}
	return productrequest.Office(all, country, brand)
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
	s.Subject = found.name(about.System)
	if user := visit.Of(ctx).User; user != nil {
		s.User = user.ID
	}
}
