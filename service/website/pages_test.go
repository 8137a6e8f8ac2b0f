package website

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"strand/domain/editorial"
	"strand/domain/portal"
	"strand/domain/signedtoken"
	"strand/domain/site"
	"strand/internal/apperr"
	"strand/service/servicetest"
)

// gated is content with protected pages, each with a page below it.
func gated(t *testing.T) *servicetest.Systems {
	description := "secret"
	page := func(id, below string, p site.Protection, password string) servicetest.Page {
		return servicetest.Page{
			Page:  editorial.Page{ID: id, Protection: p, Description: &description},
			Below: below, Password: password,
		}
	}
	unlisted := page("unlisted", "", site.ProtectionPassword, "sesame")
	unlisted.IsUnlisted = true
	return servicetest.New(t).
		Page(page("about", "", "", "")).
		Page(page("guests", "", site.ProtectionPassword, "sesame")).
		Page(page("room", "guests", "", "")).
		Page(page("forgotten", "", site.ProtectionPassword, "")).
		Page(page("customers", "", site.ProtectionCustomerRole, "")).
		Page(page("archive", "customers", "", "")).
		Page(unlisted)
}

// TestPage_Gates: a protected page, and the page below it, is open for visitors who have passed its gate. The answer
// with its content is not shared.
//
// Rules: PAGE-5, PAGE-6, PAGE-7, PAGE-8, PAGE-10.
func TestPage_Gates(t *testing.T) {
	const navigation, password = "cms.Navigations [en]", "cms.Password guests"
	user := &portal.User{ID: "u"}
	key := signedtoken.NewKey("0123456789abcdef")
	now := time.Date(2027, 5, 1, 5, 0, 0, 0, time.UTC)
	tokenOf := func(page, password string, expires time.Time) map[string]string {
		return map[string]string{page: key.Sign(GatePurpose, GateSubject(page, password), expires)}
	}
	guest := tokenOf("guests", "sesame", now.Add(time.Hour))
	for name, test := range map[string]struct {
		page string
		user *portal.User
		// tokens are the visitor's tokens for gates.
		tokens map[string]string
		fails  string
		isOpen bool
		// gate is the page whose gate is not passed.
		gate  string
		calls []string
	}{
		"a public page":            {page: "about", isOpen: true},
		"an anonymous user":        {page: "guests", gate: "guests"},
		"below the page":           {page: "room", gate: "guests"},
		"with the password":        {page: "guests", tokens: guest, isOpen: true, calls: []string{password}},
		"with the password, below": {page: "room", tokens: guest, isOpen: true, calls: []string{password}},
		"a signed-in user":         {page: "guests", user: user, gate: "guests"},
		"the token of another page": {
			page:   "guests",
			tokens: map[string]string{"guests": tokenOf("room", "sesame", now.Add(time.Hour))["room"]},
			gate:   "guests", calls: []string{password},
		},
		"a password that has changed": {
			page: "guests", tokens: tokenOf("guests", "old", now.Add(time.Hour)), gate: "guests",
			calls: []string{password},
		},
		"an expired token": {
			page: "guests", tokens: tokenOf("guests", "sesame", now), gate: "guests", calls: []string{password},
		},
		"a forged token": {
			page: "guests", tokens: map[string]string{"guests": "9" + guest["guests"]}, gate: "guests",
			calls: []string{password},
		},
		"an outage of the password": {
			page: "guests", tokens: guest, fails: "cms.Password", gate: "guests", calls: []string{password},
		},
		"a page without a password": {
			page: "forgotten", tokens: tokenOf("forgotten", "", now.Add(time.Hour)), gate: "forgotten",
			calls: []string{"cms.Password forgotten"},
		},
		"a page for customers":            {page: "customers", gate: "customers"},
		"a page for customers, signed in": {page: "customers", user: user, isOpen: true},
		"below a page for customers":      {page: "archive", gate: "customers"},
		"below, signed in":                {page: "archive", user: user, isOpen: true},
		"a password opens no customer page": {
			page: "customers", tokens: tokenOf("customers", "", now.Add(time.Hour)), gate: "customers",
		},
		"a page outside of the navigation": {page: "unlisted", gate: "unlisted"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				from := gated(t)
				if test.fails != "" {
					from.Fail(test.fails)
				}
				r := newSites(from)
				r.SigningKey, r.Now = key, func() time.Time { return now }
				ctx, answer := servicetest.NewVisit(t.Context(), test.user)
				answer.GateToken = func(page string) string { return test.tokens[page] }
				page, err := r.Page(ctx, siteContextOf(ctx, t, r), test.page)
				if err != nil {
					t.Fatal(err)
				}
				isOpen := !page.IsLocked && page.Description != nil
				if isOpen != test.isOpen || answer.Gate() != test.gate {
					t.Errorf("open: %t, gate %q", isOpen, answer.Gate())
				}
				if isShared := !answer.IsPrivate(); isShared && test.isOpen && test.page != "about" {
					t.Error("the answer may be shared")
				}
				checkCalls(t, from, append([]string{navigation, "cms.Pages [" + test.page + "]"}, test.calls...))
			})
		})
	}
}

// TestLockedPages: the pages that are locked for a user are found by one call; unknown ones are left out.
//
// Rules: PAGE-6, PAGE-10.
func TestLockedPages(t *testing.T) {
	ids := []string{"about", "room", "archive", "unlisted", "gone"}
	for name, test := range map[string]struct {
		user *portal.User
		want []string
	}{
		"an anonymous user": {want: []string{"room", "archive", "unlisted"}},
		"a signed-in user":  {user: &portal.User{ID: "u"}, want: []string{"room", "unlisted"}},
	} {
		t.Run(name, func(t *testing.T) {
			from := gated(t)
			ctx, _ := servicetest.NewVisit(t.Context(), test.user)
			got, err := newSites(from).LockedPages(ctx, ids, site.Published)
			if err != nil || !slices.Equal(got, test.want) {
				t.Errorf("%q %v, want %q", got, err, test.want)
			}
			checkCalls(t, from, []string{"cms.Navigations [en]", "cms.Pages [about archive gone room unlisted]"})
		})
	}
}

// TestPagesOnAnySite: pages of several sites are read by one call for each site, in its own context.
func TestPagesOnAnySite(t *testing.T) {
	from := group(t)
	ctx, _ := servicetest.NewVisit(t.Context(), nil)
	pages, err := newSites(from).PagesOnAnySite(ctx, []string{"wire-history", "gone", "about", "company"})
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range pages {
		if p == nil {
			got = append(got, "nil")
			continue
		}
		got = append(got, p.ID+" on "+p.SiteContext.Site.ID)
	}
	if want := []string{"wire-history on wire", "nil", "about on main", "company on main"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	checkCalls(t, from, []string{"cms.Navigations [en]", "cms.Pages [about company]", "cms.Pages [wire-history]"})
}

// TestPageVersions: a list is in the languages of most of its entries only, and so is its canonical URL.
//
// Rules: LOC-18.
func TestPageVersions(t *testing.T) {
	const navigation, stories = "cms.Navigations [de en]", "cms.Stories de"
	for name, test := range map[string]struct {
		page, fails string
		// languages are those of the versions, canonical the path of the canonical URL.
		languages  string
		canonical  string
		isDegraded bool
		calls      []string
	}{
		"a page": {
			page: "company", languages: "en de", canonical: "/de/company",
			calls: []string{navigation, "cms.Pages [company]"},
		},
		"a page in English": {
			page: "careers", languages: "en", canonical: "/en/careers",
			calls: []string{navigation, "cms.Pages [careers]"},
		},
		"a list of stories": {
			page: "stories", languages: "en", canonical: "/en/stories",
			calls: []string{navigation, "cms.Pages [stories]", stories},
		},
		"an outage of the stories": {
			page: "stories", fails: stories, languages: "en de", canonical: "/de/stories", isDegraded: true,
			calls: []string{navigation, "cms.Pages [stories]", stories},
		},
		"a list of media releases": {
			page: "media-releases", languages: "en de", canonical: "/de/media-releases",
			calls: []string{"cms.MediaReleases de", navigation, "cms.Pages [media-releases]"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				both := []string{"en", "de"}
				from := group(t).
					Page(servicetest.Page{Page: editorial.Page{ID: "stories", Languages: both}}).
					Page(servicetest.Page{Page: editorial.Page{ID: "media-releases", Languages: both}}).
					Story(&editorial.Story{ID: "story-2", Slug: "wires", Languages: []string{"en"}}).
					Story(&editorial.Story{ID: "story-3", Slug: "seals", Languages: []string{"en"}}).
					MediaRelease(&editorial.MediaRelease{ID: "release-2", Slug: "order", Languages: both}).
					MediaRelease(&editorial.MediaRelease{ID: "release-3", Slug: "outlook", Languages: both})
				if test.fails != "" {
					from.Fail(test.fails)
				}
				r := newSites(from)
				ctx, answer := servicetest.NewVisit(t.Context(), nil)
				locale := "de"
				siteCtx, err := r.MainSiteContext(ctx, &locale, site.Published)
				if err != nil {
					t.Fatal(err)
				}
				page, err := r.Page(ctx, siteCtx, test.page)
				if err != nil {
					t.Fatal(err)
				}
				versions, canonical := r.PageVersions(ctx, page)
				var languages []string
				for _, v := range versions {
					if v.Locale.IsInternational() {
						languages = append(languages, v.Locale.LanguageCode)
					}
				}
				got := strings.Join(languages, " ")
				if got != test.languages || !strings.HasSuffix(canonical, test.canonical) {
					t.Errorf("in %q, canonical %s", got, canonical)
				}
				if answer.IsDegraded() != test.isDegraded {
					t.Errorf("degraded: %t", answer.IsDegraded())
				}
				checkCalls(t, from, test.calls)
			})
		})
	}
}

// TestSiteContextOn: drafts and previews are for editors only.
//
// Rules: EDIT-5.
func TestSiteContextOn(t *testing.T) {
	for name, test := range map[string]struct {
		isEditor bool
		stage    site.Stage
		code     apperr.Code
		calls    []string
	}{
		"published":           {stage: site.Published, calls: []string{"cms.Navigations [en]"}},
		"drafts":              {stage: site.Draft, code: apperr.Unauthenticated},
		"drafts of an editor": {stage: site.Draft, isEditor: true, calls: []string{"cms.Navigations [en]"}},
	} {
		t.Run(name, func(t *testing.T) {
			from := servicetest.New(t)
			ctx, answer := servicetest.NewVisit(t.Context(), nil)
			answer.Editor = test.isEditor
			_, err := newSites(from).MainSiteContext(ctx, nil, test.stage)
			if code := apperr.CodeOf(err); err != nil && code != test.code || err == nil && test.code != "" {
				t.Errorf("%v, want %q", err, test.code)
			}
			checkCalls(t, from, test.calls)
		})
	}
}
