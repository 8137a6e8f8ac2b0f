package cms

import (
	"fmt"
	"log/slog"
	"path"
	"slices"
	"strings"
	"time"
	"unicode"

	"strand/domain/editorial"
	"strand/domain/finding"
	"strand/domain/optional"
	"strand/domain/site"
)

// constant converts an enum value to the form of the graph: `BrandPortal` becomes `BRAND_PORTAL`.
func constant(value string) string {
	var b strings.Builder
	for i, r := range value {
		if i > 0 && unicode.IsUpper(r) {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToUpper(r))
	}
	return b.String()
}

func image(from *AssetFields) *site.Image {
	if from == nil {
		return nil
	}
	return &site.Image{
		ID:              from.Handle,
		URL:             from.Url,
		MimeType:        from.MimeType,
		AlternativeText: from.AlternativeText,
		Width:           int(from.Width),
		Height:          int(from.Height),
		IsProtected:     from.IsProtected,
	}
}

func file(from *AssetFields, locale string) *editorial.File {
	if from == nil {
		return nil
	}
	f := &editorial.File{
		URL:         from.Url,
		FileName:    from.FileName,
		MimeType:    optional.Text(from.MimeType),
		Locale:      optional.Text(locale),
		Slug:        optional.Text(strings.TrimSuffix(from.FileName, path.Ext(from.FileName))),
		IsProtected: from.IsProtected,
	}
	if from.Size > 0 {
		f.Size = &from.Size
	}
	return f
}

func linkRef(from LinkFields) *site.LinkRef {
	switch f := from.(type) {
	case *LinkFieldsPageLink:
		ref := &site.LinkRef{Text: f.Text, PageParameters: f.PageParameters, OpenInNewTab: f.OpenInNewTab}
		if f.Page != nil {
			ref.PageID = f.Page.Id
		}
		return ref
	case *LinkFieldsPathLink:
		return &site.LinkRef{Text: f.Text, Path: f.Path}
	case *LinkFieldsExternalLink:
		return &site.LinkRef{Text: f.Text, ExternalURL: f.Url, OpenInNewTab: f.OpenInNewTab}
	case *LinkFieldsProductLink:
		return &site.LinkRef{Text: f.Text, ProductSlug: f.ProductSlug}
	case *LinkFieldsServiceLink:
		return &site.LinkRef{Text: f.Text, ServiceSlug: f.ServiceSlug}
	}
	return nil
}

// linkText returns the text of a link.
func linkText(from LinkFields) string {
	if ref := linkRef(from); ref != nil {
		return ref.Text
	}
	return ""
}

// linkRefs maps the links of a document; empty ones are skipped. field is the name of the list in findings.
func linkRefs(from []LinkFields, document, field string, addFinding func(finding.Finding)) []*site.LinkRef {
	refs := make([]*site.LinkRef, 0, len(from))
	for n, f := range from {
		ref := linkRef(f)
		if !ref.IsEmpty() {
			refs = append(refs, ref)
			continue
		}
		if addFinding != nil && ref != nil {
			addFinding(
				finding.Finding{
					Kind:     finding.EmptyLink,
					Document: document,
					Field:    fmt.Sprintf("%s[%d]", field, n),
					Message:  ref.Text,
				},
			)
		}
	}
	return refs
}

// directory maps the system data. Sites without a header, a footer or a domain are left out and logged.
func directory(data *SystemDataResponse, log *slog.Logger, addFinding func(finding.Finding)) (*site.Directory, error) {
	leftOut := func(id, field string) {
		if addFinding != nil {
			addFinding(finding.Finding{Kind: finding.MissingReference, Document: id, Field: field})
		}
	}
	var languages []*site.Language
	for _, l := range data.Languages {
		language := &site.Language{LanguageCode: l.LanguageCode}
		if l.DefaultCountry != nil {
			language.DefaultCountryCode = l.DefaultCountry.CountryCode
		}
		for _, n := range l.Localizations {
			language.Localizations = append(
				language.Localizations,
				site.Localization{Locale: string(n.Locale), DisplayName: n.DisplayName},
			)
		}
		languages = append(languages, language)
	}
	var countries []*site.Country
	for _, c := range data.Countries {
		country := &site.Country{
			CountryCode:              c.CountryCode,
			Hidden:                   c.Hidden,
			DefaultMeasurementSystem: site.MeasurementSystem(constant(string(c.DefaultMeasurementSystem))),
		}
		if c.DefaultLanguage != nil {
			country.DefaultLanguage = c.DefaultLanguage.LanguageCode
		}
		for _, l := range c.SupportedLanguages {
			country.SupportedLanguages = append(country.SupportedLanguages, l.LanguageCode)
		}
		for _, n := range c.Localizations {
			country.Localizations = append(
				country.Localizations,
				site.Localization{Locale: string(n.Locale), DisplayName: n.DisplayName},
			)
		}
		countries = append(countries, country)
	}
	brands := map[string]*site.Brand{}
	var brandList []*site.Brand
	for _, b := range data.Brands {
		brand := &site.Brand{
			ID:    b.Id,
			Name:  b.Name,
			PimID: b.PimId,
			Theme: site.BrandTheme(site.Theme(b.Theme)),
			Image: image(b.Image),
		}
		brands[b.Id] = brand
		brandList = append(brandList, brand)
	}
	var sites []*site.Site
	for _, s := range data.Sites {
		switch {
		case s.HeaderNavigation == nil || s.FooterNavigation == nil:
			log.Warn("site_without_navigation", "site", s.Id)
			leftOut(s.Id, "headerNavigation, footerNavigation")
			continue
		case len(s.Domains) == 0:
			log.Error("site_without_domain", "error", &site.NoDomainError{Site: s.Id})
			leftOut(s.Id, "domains")
			continue
		}
		mapped := &site.Site{
			ID:                s.Id,
			Name:              s.Name,
			Slug:              strings.ToLower(s.Slug),
			TechnicalName:     s.TechnicalName,
			IsMain:            s.IsMain,
			InternationalOnly: s.InternationalOnly,
			MainSiteOnly:      s.MainSiteOnly,
			HideSideButtons:   s.HideSideButtons,
			EnableCutFont:     s.EnableCutFont,
		}
		if s.Brand != nil {
			mapped.Brand = brands[s.Brand.Id]
		}
		for _, l := range s.Languages {
			isOf := func(of *site.Language) bool { return of.LanguageCode == l.LanguageCode }
			if slices.ContainsFunc(languages, isOf) {
				mapped.Languages = append(mapped.Languages, l.LanguageCode)
			}
		}
		for _, d := range s.Domains {
			host, slug, hasSlug := strings.Cut(strings.ToLower(strings.TrimSuffix(d, "/")), "/")
			host = site.NormalizeHost(host)
			if hasSlug {
				host += "/" + slug
			}
			mapped.Domains = append(mapped.Domains, host)
		}
		sites = append(sites, mapped)
	}
	dir, err := site.NewDirectory(languages, countries, sites, brandList)
	if err != nil {
		return nil, err
	}
	for _, f := range data.Facts {
		dir.Facts = append(dir.Facts, &site.Fact{Key: f.Key, Value: f.Value, Unit: f.Unit, IsText: f.IsText})
	}
	for _, r := range data.SearchRecommendations {
		mapped := &site.SearchRecommendation{
			ID: r.Id, LanguageCode: r.Language.LanguageCode, Queries: r.Queries, Paths: r.Paths,
		}
		for _, s := range r.Sites {
			mapped.SiteIDs = append(mapped.SiteIDs, s.Id)
		}
		dir.SearchRecommendations = append(dir.SearchRecommendations, mapped)
	}
	return dir, nil
}

// navigations maps header and footer of every site, by site id.
func navigations(
	data *NavigationsResponse, dir *site.Directory, addFinding func(finding.Finding),
) map[string]*site.Navigation {
	all := make(map[string]*site.Navigation, len(data.Sites))
	for _, s := range data.Sites {
		mapped := dir.Site(s.Id)
		if mapped == nil || s.HeaderNavigation == nil {
			continue
		}
		n := &site.Navigation{Site: mapped, ID: s.HeaderNavigation.Id}
		n.Home = items(s.HeaderNavigation.HomeItems)
		n.TopItems = items(s.HeaderNavigation.TopItems)
		n.Unlisted = items(s.HeaderNavigation.UnlistedItems)
		for _, t := range s.HeaderNavigation.Items {
			item := &site.Item{
				ID:                 t.Id,
				Title:              t.Title,
				BreadcrumbOverride: t.BreadcrumbOverride,
				Hidden:             t.Hidden,
				Page:               pageRef(t.Page),
				Path:               t.Path,
				Target:             t.Target,
				Items:              items(t.Items),
			}
			for _, c := range t.Countries {
				item.Countries = append(item.Countries, c.CountryCode)
			}
			if t.MarketingTitle != "" || t.MarketingDescription != "" || t.MarketingSection != nil {
				item.Marketing = &site.Marketing{
					Title:           t.MarketingTitle,
					Description:     t.MarketingDescription,
					BackgroundColor: "Dark_White",
				}
				if m := t.MarketingSection; m != nil {
					item.Marketing.Logo, item.Marketing.Image = image(m.Logo), image(m.Image)
					item.Marketing.Link = linkRef(m.Link)
					if m.BackgroundColor != "" {
						item.Marketing.BackgroundColor = string(m.BackgroundColor)
					}
				}
			}
			for _, section := range t.Sections {
				item.Sections = append(item.Sections, &site.Section{Title: section.Title, Items: items(section.Items)})
			}
			n.Items = append(n.Items, item)
		}
		if f := s.FooterNavigation; f != nil {
			n.Footer = &site.Footer{
				ID:          f.Id,
				Theme:       site.Theme(f.Theme),
				ContactLink: linkRef(f.ContactLink),
				LegalLinks:  linkRefs(f.LegalLinks, f.Id, "legalLinks", addFinding),
				Note:        f.Note,
			}
			for i, section := range f.Sections {
				field := fmt.Sprintf("sections[%d].links", i)
				n.Footer.Sections = append(
					n.Footer.Sections,
					site.FooterSection{Title: section.Title, Links: linkRefs(section.Links, f.Id, field, addFinding)},
				)
			}
		}
		if addFinding != nil {
			for _, menu := range [][]*site.Item{n.Home, n.Items, n.TopItems, n.Unlisted} {
				noteEmptyItems(menu, n.ID, addFinding)
			}
		}
		all[mapped.ID] = n
	}
	return all
}

// noteEmptyItems adds a finding for each menu item that has neither a link nor children.
func noteEmptyItems(items []*site.Item, document string, addFinding func(finding.Finding)) {
	for _, i := range items {
		if i.Page == nil && i.Path == "" && i.Target == "" && len(i.Items) == 0 && len(i.Sections) == 0 {
			addFinding(finding.Finding{Kind: finding.EmptyLink, Document: document, Record: i.ID, Message: i.Title})
		}
		noteEmptyItems(i.Items, document, addFinding)
		for _, section := range i.Sections {
			noteEmptyItems(section.Items, document, addFinding)
		}
	}
}

func items(from []*ItemTree) []*site.Item {
	mapped := make([]*site.Item, 0, len(from))
	for _, entry := range from {
		i := item(&entry.ItemFields)
		for _, two := range entry.Items {
			j := item(&two.ItemFields)
			for _, three := range two.Items {
				k := item(&three.ItemFields)
				for _, four := range three.Items {
					k.Items = append(k.Items, item(four))
				}
				j.Items = append(j.Items, k)
			}
			i.Items = append(i.Items, j)
		}
		mapped = append(mapped, i)
	}
	return mapped
}

func item(f *ItemFields) *site.Item {
	i := &site.Item{
		ID:                 f.Id,
		Title:              f.Title,
		BreadcrumbOverride: f.BreadcrumbOverride,
		Hidden:             f.Hidden,
		Page:               pageRef(f.Page),
		Path:               f.Path,
		Target:             f.Target,
	}
	for _, c := range f.Countries {
		i.Countries = append(i.Countries, c.CountryCode)
	}
	return i
}

func pageRef(f *PageRefFields) *site.PageRef {
	if f == nil {
		return nil
	}
	p := &site.PageRef{
		ID:             f.Id,
		Slug:           f.Slug,
		Title:          f.Title,
		Type:           site.PageType(constant(string(f.PageType))),
		MainSiteOnly:   f.MainSiteOnly,
		HideFromSearch: f.HideFromSearch,
		Protection:     protection(f.Protection),
		HasInjection:   f.Injection != nil,
		HasPosition:    f.Position != nil,
		UpdatedAt:      f.UpdatedAt,
	}
	for _, c := range f.Countries {
		p.Countries = append(p.Countries, c.CountryCode)
	}
	for _, l := range f.Localizations {
		p.Languages = append(p.Languages, string(l.Locale))
	}
	return p
}

func protection(p Protection) site.Protection {
	if p == "" {
		return site.ProtectionNone
	}
	return site.Protection(constant(string(p)))
}

// page maps a page into a site context; false if the page has no language that the country supports.
func (m mapper) page(f *PageFields) (*editorial.Page, bool) {
	p := &editorial.Page{
		ID:             f.Id,
		Title:          f.Title,
		Description:    optional.Text(f.Description),
		Slug:           f.Slug,
		CmsType:        "Page",
		PageType:       site.PageType(constant(string(f.PageType))),
		Theme:          site.Theme(f.Theme),
		Image:          image(f.Image),
		Protection:     protection(f.Protection),
		HideFromSearch: f.HideFromSearch,
		UpdatedAt:      f.UpdatedAt,
		Localized:      site.Localized{SiteContext: m.siteContext},
	}
	p.TranslationSourceLanguage, p.TranslationTargets, p.IsPublished = translationOf(&f.TranslationFields)
	if p.Theme == "" {
		p.Theme = m.siteContext.Site.Theme()
	}
	for _, l := range f.Localizations {
		p.Languages = append(p.Languages, string(l.Locale))
	}
	for _, c := range f.Countries {
		p.Countries = append(p.Countries, c.CountryCode)
	}
	language, ok := m.siteContext.LanguageOf(p.Languages)
	if !ok {
		m.note(finding.UnsupportedLanguage, "", "localizations", strings.Join(p.Languages, ", "))
		return nil, false
	}
	if language.IsFallback {
		m.note(finding.LanguageFallback, "", "localizations", string(f.Locale))
	}
	// The CMS returns the language of the fields; the language rule decides whether it is a fallback.
	language.LanguageCode = string(f.Locale)
	p.Language = language
	if f.Header != nil {
		p.Header = editorial.HeaderOptions{Theme: site.Theme(f.Header.Theme), Hidden: f.Header.Hidden}
	}
	if f.Injection != nil {
		p.Injection = &editorial.Injection{
			Type:        editorial.InjectionType(constant(string(f.Injection.Type))),
			Slug:        f.Injection.Slug,
			SiteContext: m.siteContext,
		}
	}
	if p.Position = position(f.Position); p.Position != nil {
		p.Position.PageID, p.Position.SiteContext = p.ID, m.siteContext
	}
	p.Modules = m.modules(f.Modules)
	return p, true
}

func position(f *PageFieldsPosition) *editorial.Position {
	if f == nil {
		return nil
	}
	p := &editorial.Position{
		ID:              f.Id,
		Department:      editorial.Department(constant(string(f.Department))),
		PublicationDate: f.PublicationDate,
		ValidThrough:    f.ValidThrough,
		Withdrawn:       f.IsClosed,
	}
	p.WorkloadMin, p.WorkloadMax = editorial.Workload(f.WorkloadMin, f.WorkloadMax)
	p.Salary = editorial.NewSalary(f.SalaryMin, f.SalaryMax, f.SalaryCurrency)
	if f.Location != nil {
		p.LocationID = f.Location.Id
	}
	return p
}

func instant(t time.Time) *time.Time {
	if t.IsZero() {
		return nil
	}
	return &t
}
