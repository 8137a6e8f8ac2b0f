package resolvers

import (
	"context"

	"github.com/99designs/gqlgen/graphql"

	"strand/domain/catalog"
	"strand/domain/form"
	"strand/domain/portal"
	"strand/domain/portalentry"
	"strand/domain/productrequest"
	"strand/domain/site"
	"strand/internal/assortment"
	"strand/internal/visit"
)

// requestPage returns the page of a request for a product; nil for other screens. What cannot be read is missing, since
// a visitor can send the request without it.
func (r *Resolver) requestPage(ctx context.Context, p *site.PageResolution) (*productrequest.Page, error) {
	if p.Found.Screen != site.ScreenRequest {
		return nil, nil
	}
	siteCtx := p.SiteContext
	selection := productrequest.ParseSelection(p.Found.URL.RawQuery)
	missing := r.degradeField(ctx)
	subject := r.requestSubject(ctx, siteCtx, selection.Subject, missing)
	page := &productrequest.Page{
		Requested:         selection.Requested,
		Product:           subject.product,
		Variant:           subject.variant,
		IsUnknownProduct:  subject.isUnknown,
		System:            selection.Subject.System,
		About:             selection.Subject.String(),
		Form:              form.Of(form.ProductRequest),
		IsConfirmedByMail: r.Forms.ConfirmsByMail,
	}
	if page.System == "" {
		page.System = siteCtx.MeasurementSystem()
	}
	for _, o := range siteCtx.Directory.CountryOptions(siteCtx.Locale.LanguageCode) {
		page.Countries = append(page.Countries, &o)
	}
	country := selection.Country
	if country == "" {
		country = siteCtx.Locale.Country()
	}
	if siteCtx.Directory.OffersCountry(country) {
		page.Country = &country
	}
	page.Office = r.requestOffice(ctx, siteCtx, subject, country, missing)
	return page, nil
}

// requestSubject is what a request is about, as far as it can be read.
type requestSubject struct {
	product *catalog.LocalizedProduct
	variant *catalog.LocalizedVariant
	// isUnknown reports that the product does not exist.
	isUnknown bool
}

// name returns the name of the product with that of its variant; empty for none.
func (s requestSubject) name(system site.MeasurementSystem) string {
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

// degradeField returns a function that adds the error of a part to the answer.
func (r *Resolver) degradeField(ctx context.Context) missingPart {
	return func(field string, err error) {
		visit.Degrade(graphql.WithPathContext(ctx, graphql.NewPathWithField(field)), err)
	}
}

// requestSubject reads the product and the variant of a request.
func (r *Resolver) requestSubject(
	ctx context.Context,
	siteCtx *site.Context,
	s productrequest.Subject,
	missing missingPart,
) (found requestSubject) {
	if s.Product == "" {
		return found
	}
	product, err := r.Assortment.Product(ctx, siteCtx, s.Product)
	if err != nil && !assortment.IsNotFound(err) {
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
	details, errs := r.Assortment.Details(ctx, []*catalog.LocalizedProduct{product})
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

// requestOffice returns the office that a request from a country is addressed to. Without the list of locations, it is
// the mailbox of the group.
func (r *Resolver) requestOffice(
	ctx context.Context,
	siteCtx *site.Context,
	subject requestSubject,
	country string,
	missing missingPart,
) *form.Office {
	all, err := r.Website.Locations(ctx, siteCtx)
	if err != nil {
		missing("office", err)
	}
	if subject.isUnknown || !siteCtx.Directory.OffersCountry(country) {
		return productrequest.GroupOffice(all)
	}
	brand := ""
	if subject.product != nil {
		if b := subject.product.Brand(); b != nil {
			brand = b.ID
		}
	}
	return productrequest.Office(all, country, brand)
}

// homeRequests is the number of requests on the portal's home page.
const homeRequests = 5

// ownRequests returns the latest requests of a user, for the portal's home; nil for other pages.
func (r *Resolver) ownRequests(ctx context.Context, e *portalentry.Entry) ([]*productrequest.Own, error) {
	if e.Page != portal.PageHome {
		return nil, nil
	}
	own := []*productrequest.Own{}
	if visit.Of(ctx).Preview != nil {
		return own, nil // the user of a preview has roles but no data
	}
	sent, err := r.Forms.Outbox.OfUser(ctx, e.User.ID, form.ProductRequest, homeRequests)
	if err != nil {
		return nil, err
	}
	for _, s := range sent {
		own = append(own, productrequest.OwnOf(&s.Submission, s.IsDelivered))
	}
	return own, nil
}

// addressRequest adds to a submission of a product request what the office receives with it.
func (r *Resolver) addressRequest(ctx context.Context, siteCtx *site.Context, s *form.Submission) {
	// A request is accepted also if nothing about it can be read now.
	missing := func(field string, err error) {
		r.Log.WarnContext(ctx, "product_request_incomplete", "reference", s.Reference, "missing", field, "error", err)
	}
	about := productrequest.ParseSubject(s.About)
	subject := r.requestSubject(ctx, siteCtx, about, missing)
	s.About = about.String()
	s.Office = r.requestOffice(ctx, siteCtx, subject, s.Values["country"], missing)
	s.Subject = subject.name(about.System)
	if user := visit.Of(ctx).User; user != nil {
		s.User = user.ID
	}
}
