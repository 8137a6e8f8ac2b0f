package upstream_test

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"strand/domain/account"
	"strand/domain/catalog"
	"strand/domain/editorial"
	"strand/domain/form"
	"strand/domain/inventory"
	"strand/domain/investor"
	"strand/domain/site"
	"strand/domain/ticketing"
	"strand/domain/translation"
	"strand/internal/apperr"
	"strand/internal/cache"
	"strand/internal/changes"
	"strand/internal/recovery"
	"strand/test/upstreamtest"
	"strand/upstream/cms"
	"strand/upstream/pim"
	"strand/upstream/sis"
	"strand/upstream/sisportal"
	service "strand/upstream/translation"
	"strand/upstream/transport"
)

// call calls a reader.
type call func(context.Context) error

// one discards the value of a read.
func one[T any](_ T, err error) error { return err }

// system is an upstream system whose readers are called.
type system struct {
	contract string
	// calls returns the calls of readers with the given cache.
	calls func(t testing.TB, url string, c *cache.Cache) map[string]call
	// uncached is true if no call uses the cache.
	uncached bool
}

func newSiteContext(t testing.TB) *site.Context {
	t.Helper()
	languages := []*site.Language{{LanguageCode: "en"}}
	s := &site.Site{ID: "a", IsMain: true, Domains: []string{"localhost"}}
	dir, err := site.NewDirectory(languages, nil, []*site.Site{s}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return site.NewContext(
		site.ContextInput{Directory: dir, Site: s, Locale: site.Locale{LanguageCode: "en"}, Stage: site.Published},
		nil,
	)
}

func options(url string) transport.Options {
	return transport.Options{URL: url, Timeout: 20 * time.Second, Logger: slog.New(slog.DiscardHandler)}
}

func must[T any](t testing.TB) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return v
	}
}

// noFiles is an upload store whose files are empty.
type noFiles struct{}

func (noFiles) Open(string) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader("")), nil }

var systems = map[string]system{
	"cms": {
		contract: cms.Contract,
		calls: func(t testing.TB, url string, c *cache.Cache) map[string]call {
			r := cms.NewReader(
				must[*transport.Client](t)(cms.NewClient(options(url))),
				c,
				cms.NewSnapshots(""),
				nil,
				slog.New(slog.DiscardHandler),
			)
			siteCtx := newSiteContext(t)
			return map[string]call{
				"Directory": func(ctx context.Context) error { return one(r.Directory(ctx, site.Published)) },
				"Navigations": func(ctx context.Context) error {
					return one(r.Navigations(ctx, siteCtx.Directory, site.Published, []string{"en"}))
				},
				"Pages, one": func(ctx context.Context) error { return one(r.Pages(ctx, siteCtx, []string{"a"})) },
				"Pages, two": func(ctx context.Context) error { return one(r.Pages(ctx, siteCtx, []string{"a", "b"})) },
				"Password":   func(ctx context.Context) error { return one(r.Password(ctx, siteCtx, "a")) },
				"Redirects": func(ctx context.Context) error {
					return one(r.Redirects(ctx, siteCtx.Directory, site.Published, []string{"en"}))
				},
				"Stories": func(ctx context.Context) error { return one(r.Stories(ctx, siteCtx)) },
				"bodies of stories": func(ctx context.Context) error {
					return one(r.Bodies(ctx, siteCtx, editorial.StoryBody, []string{"a", "b"}))
				},
				"MediaReleases": func(ctx context.Context) error { return one(r.MediaReleases(ctx, siteCtx)) },
				"body of a media release": func(ctx context.Context) error {
					return one(r.Bodies(ctx, siteCtx, editorial.MediaReleaseBody, []string{"a"}))
				},
				"NewsFeed":  func(ctx context.Context) error { return one(r.NewsFeed(ctx, siteCtx, 10, "", time.Now())) },
				"Events":    func(ctx context.Context) error { return one(r.Events(ctx, siteCtx)) },
				"Locations": func(ctx context.Context) error { return one(r.Locations(ctx, siteCtx)) },
			}
		},
	},
	"pim": {
		contract: pim.Contract,
		calls: func(t testing.TB, url string, c *cache.Cache) map[string]call {
			r := pim.NewReader(
				must[*transport.Client](t)(pim.NewClient(options(url))), c, slog.New(slog.DiscardHandler),
			)
			return map[string]call{
				"Tree": func(ctx context.Context) error {
					return one(r.Tree(ctx, catalog.TypeProduct, "en", "CH"))
				},
				"Products": func(ctx context.Context) error {
					return one(r.Products(ctx, "en", []string{"a", "b"}))
				},
				"Details, one": func(ctx context.Context) error { return one(r.Details(ctx, "en", []string{"a"})) },
				"Details, two": func(ctx context.Context) error {
					return one(r.Details(ctx, "en", []string{"a", "b"}))
				},
				"ServiceDetails, one": func(ctx context.Context) error {
					return one(r.ServiceDetails(ctx, "en", []string{"a"}))
				},
				"ServiceDetails, two": func(ctx context.Context) error {
					return one(r.ServiceDetails(ctx, "en", []string{"a", "b"}))
				},
				"ProductSlugs": func(ctx context.Context) error {
					return one(r.ProductSlugs(ctx, catalog.TypeProduct, "en", 10))
				},
				"Capabilities": func(ctx context.Context) error { return one(r.Capabilities(ctx, "en")) },
				"ByCapabilities, one": func(ctx context.Context) error {
					return one(r.ByCapabilities(ctx, "en", []string{"a"}))
				},
				"ByCapabilities, two": func(ctx context.Context) error {
					return one(r.ByCapabilities(ctx, "en", []string{"a", "b"}))
				},
			}
		},
	},
	"pim index": {
		contract: pim.Contract,
		uncached: true, // in the memory of a server
		calls: func(t testing.TB, url string, c *cache.Cache) map[string]call {
			r := pim.NewReader(
				must[*transport.Client](t)(pim.NewClient(options(url))), c, slog.New(slog.DiscardHandler),
			)
			return map[string]call{
				"IndexedPage": func(ctx context.Context) error {
					_, _, err := r.IndexedPage(ctx, catalog.TypeProduct, "en", 0, 10)
					return err
				},
				"IndexedProducts": func(ctx context.Context) error {
					return one(r.IndexedProducts(ctx, "en", []string{"a"}))
				},
			}
		},
	},
	"sis": {
		contract: sis.Contract,
		calls: func(t testing.TB, url string, c *cache.Cache) map[string]call {
			r := sis.NewReader(must[*transport.Client](t)(sis.NewClient(options(url))), c)
			return map[string]call{
				"Table":    func(ctx context.Context) error { return one(r.Table(ctx, investor.Kinds[0], "en-US")) },
				"Calendar": func(ctx context.Context) error { return one(r.Calendar(ctx, "en-US")) },
			}
		},
	},
	"cms translations": {
		contract: cms.Contract,
		uncached: true,
		calls: func(t testing.TB, url string, c *cache.Cache) map[string]call {
			client := must[*transport.Client](t)(cms.NewClient(options(url)))
			r := cms.NewReader(client, c, cms.NewSnapshots(""), nil, slog.New(slog.DiscardHandler))
			w := cms.NewWriter(client)
			f := &translation.File{Page: "a", Order: "b", SourceLanguage: "en", TargetLanguage: "fr"}
			return map[string]call{
				"Translations": func(ctx context.Context) error {
					return one(r.Translations(ctx, newSiteContext(t).Directory, []string{"a"}))
				},
				"Texts": func(ctx context.Context) error { return one(r.Texts(ctx, []string{"a"}, "en")) },
				"SetTranslation": func(ctx context.Context) error {
					return w.SetTranslation(
						ctx,
						cms.TranslationChange{Page: "a", Language: "fr", State: editorial.InProgress},
					)
				},
				"ImportTranslation": func(ctx context.Context) error {
					return w.ImportTranslation(ctx, f, nil, time.Now())
				},
			}
		},
	},
	"translation": {
		contract: service.Contract,
		uncached: true,
		calls: func(t testing.TB, url string, _ *cache.Cache) map[string]call {
			s := service.NewService(must[*transport.Client](t)(service.NewClient(options(url))))
			f := &translation.File{Page: "a", Order: "b", SourceLanguage: "en", TargetLanguage: "fr"}
			return map[string]call{
				"Order":  func(ctx context.Context) error { return s.Order(ctx, f, nil) },
				"Jobs":   func(ctx context.Context) error { return one(s.Jobs(ctx, []string{"b"})) },
				"Cancel": func(ctx context.Context) error { return s.Cancel(ctx, "b") },
				"Prices": func(ctx context.Context) error { return one(s.Prices(ctx, "en")) },
			}
		},
	},
	"sis forms": {
		contract: sis.Contract,
		uncached: true,
		calls: func(t testing.TB, url string, _ *cache.Cache) map[string]call {
			s := sis.NewSender(must[*transport.Client](t)(sis.NewClient(options(url))), options(url), noFiles{})
			calls := map[string]call{}
			for _, kind := range []form.Kind{
				form.OSSRequest, form.ServiceRequest, form.Whitepaper, form.StoryFeedback, form.ProductFeedback,
			} {
				calls[string(kind)] = func(ctx context.Context) error {
					return s.Deliver(ctx, &form.Submission{Kind: kind, Reference: "a", Values: map[string]string{}})
				}
			}
			return calls
		},
	},
	"sis portal": {
		contract: sisportal.Contract,
		uncached: true,
		calls: func(t testing.TB, url string, _ *cache.Cache) map[string]call {
			r := sisportal.NewReader(
				must[*transport.Client](t)(sisportal.NewClient(options(url))),
				options(url),
				"none",
				time.Now,
			)
			return map[string]call{
				"Account":     func(ctx context.Context) error { return one(r.Account(ctx, "t")) },
				"EndSession":  func(ctx context.Context) error { return one(r.EndSession(ctx, "t", "1")) },
				"EndSessions": func(ctx context.Context) error { return one(r.EndSessions(ctx, "t", true)) },
				"UpdateProfile": func(ctx context.Context) error {
					return one(r.UpdateProfile(ctx, "t", account.ProfileChange{}))
				},
				"ChangePassword": func(ctx context.Context) error {
					return one(r.ChangePassword(ctx, "t", "a", "b"))
				},
				"StartSecondFactor": func(ctx context.Context) error { return one(r.StartSecondFactor(ctx, "t")) },
				"ConfirmSecondFactor": func(ctx context.Context) error {
					return one(r.ConfirmSecondFactor(ctx, "t", "1"))
				},
				"CreateRecoveryCodes": func(ctx context.Context) error { return one(r.CreateRecoveryCodes(ctx, "t")) },
				"SaveRecoveryCodes": func(ctx context.Context) error {
					return one(r.SaveRecoveryCodes(ctx, "t", "1"))
				},
				"ResetSecondFactor":    func(ctx context.Context) error { return r.ResetSecondFactor(ctx, "t") },
				"LocationsAndMachines": func(ctx context.Context) error { _, _, err := r.LocationsAndMachines(ctx, "t", ""); return err },
				"Tickets": func(ctx context.Context) error {
					return one(r.Tickets(ctx, "t", ticketing.TicketSelection{}))
				},
				"TicketsWithLocations": func(ctx context.Context) error {
					_, _, err := r.TicketsWithLocations(ctx, "t", ticketing.TicketSelection{})
					return err
				},
				"Ticket": func(ctx context.Context) error { return one(r.Ticket(ctx, "t", "a")) },
				"TicketsByID": func(ctx context.Context) error {
					return one(r.TicketsByID(ctx, "t", []string{"a", "b"}))
				},
				"CreateTicket": func(ctx context.Context) error {
					return one(r.CreateTicket(ctx, "t", ticketing.TicketDraft{}))
				},
				"AddComment": func(ctx context.Context) error {
					return one(r.AddComment(ctx, "t", ticketing.TicketComment{}))
				},
				"CloseTicket": func(ctx context.Context) error {
					return one(r.CloseTicket(ctx, "t", "a", ticketing.CloseReason("SOLVED"), ""))
				},
				"Machines": func(ctx context.Context) error {
					return one(r.Machines(ctx, "t", inventory.MachineSelection{}))
				},
				"MachinesWithChoices": func(ctx context.Context) error {
					_, _, err := r.MachinesWithChoices(ctx, "t", inventory.MachineSelection{})
					return err
				},
				"Machine": func(ctx context.Context) error { return one(r.Machine(ctx, "t", "a")) },
				"MachinePage": func(ctx context.Context) error {
					return one(r.MachinePage(ctx, "t", "a", "en", true))
				},
				"Software":       func(ctx context.Context) error { return one(r.Software(ctx, "t", "en")) },
				"RenameMachine":  func(ctx context.Context) error { return one(r.RenameMachine(ctx, "t", "a", "b")) },
				"MoveMachine":    func(ctx context.Context) error { return one(r.MoveMachine(ctx, "t", "a", "b")) },
				"RetireMachine":  func(ctx context.Context) error { return one(r.RetireMachine(ctx, "t", "a")) },
				"RestoreMachine": func(ctx context.Context) error { return one(r.RestoreMachine(ctx, "t", "a")) },
				"AddMachine":     func(ctx context.Context) error { return one(r.AddMachine(ctx, "t", "k", "s", "l")) },
				"ImportMachines": func(ctx context.Context) error {
					_, _, err := r.ImportMachines(ctx, "t", "k", []inventory.ImportLine{{}})
					return err
				},
				"OrganizationPage": func(ctx context.Context) error {
					return one(r.OrganizationPage(ctx, "t", "a"))
				},
				"AcceptLicence": func(ctx context.Context) error { return one(r.AcceptLicence(ctx, "t", "a")) },
			}
		},
	},
}

func newCache(t testing.TB) *cache.Cache {
	t.Helper()
	c, err := cache.New(cache.Options{MaxBytes: 64 << 20})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// TestReaders_BrokenAnswers: for every broken response a reader returns an error of its own type, or the valid
// part.
func TestReaders_BrokenAnswers(t *testing.T) {
	for name, s := range systems {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := upstreamtest.Start(t, s.contract)
			for operation := range s.calls(t, server.URL, newCache(t)) {
				t.Run(operation, func(t *testing.T) {
					read := func() error { return s.calls(t, server.URL, newCache(t))[operation](t.Context()) }
					server.Break(nil)
					if err := read(); err != nil {
						t.Fatalf("a valid response: %v", err)
					}
					for _, fault := range upstreamtest.Faults {
						server.Break(&fault)
						err := read()
						var panicked *recovery.PanicError
						var failure *transport.Error
						switch {
						case errors.As(err, &panicked):
							t.Errorf("%s: %v\n%s", fault.Name, err, panicked.Stack)
						case err != nil && !errors.As(err, &failure) &&
							apperr.CodeOf(err) != apperr.UpstreamUnavailable &&
							!strings.Contains(err.Error(), "main site") && !strings.Contains(err.Error(), "navigation"):
							t.Errorf("%s: an error of another type: %v", fault.Name, err)
						case err == nil && fault.Body != nil:
							t.Errorf("%s: accepted as valid", fault.Name)
						}
					}
				})
			}
		})
	}
}

// TestReaders_InvalidResponseKeepsCache: a response that violates the contract never replaces a valid cached value.
//
// Rules: ERR-17.
func TestReaders_InvalidResponseKeepsCache(t *testing.T) {
	for name, s := range systems {
		if s.uncached {
			continue
		}
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			server := upstreamtest.Start(t, s.contract)
			for operation := range s.calls(t, server.URL, newCache(t)) {
				for _, fault := range upstreamtest.Faults {
					if fault.IsAnswer || fault.Name == "200 MB" {
						continue
					}
					c := newCache(t)
					read := s.calls(t, server.URL, c)[operation]
					server.Break(nil)
					if err := read(t.Context()); err != nil {
						t.Fatalf("%s: %v", operation, err)
					}
					server.Break(&fault)
					c.PurgeAll()
					ctx, _ := cache.WithReads(t.Context())
					if err := read(ctx); err != nil {
						t.Errorf("%s, %s: the valid value is lost: %v", operation, fault.Name, err)
					}
					calls := server.Calls()
					server.Break(nil)
					if err := read(t.Context()); err != nil || server.Calls() != calls {
						t.Errorf("%s, %s: read again at once: %v", operation, fault.Name, err)
					}
				}
			}
		})
	}
}

// TestChangedTags_BrokenAnswers: a page that cannot be compared with the navigation counts as changed.
func TestChangedTags_BrokenAnswers(t *testing.T) {
	server := upstreamtest.Start(t, cms.Contract)
	c := newCache(t)
	r := cms.NewReader(
		must[*transport.Client](t)(cms.NewClient(options(server.URL))),
		c,
		cms.NewSnapshots(""),
		nil,
		slog.New(slog.DiscardHandler),
	)
	siteCtx := newSiteContext(t)
	if _, err := r.Navigations(t.Context(), siteCtx.Directory, site.Published, []string{"en"}); err != nil {
		t.Fatal(err)
	}
	for _, fault := range upstreamtest.Faults {
		server.Break(&fault)
		_ = r.ChangedTags(t.Context(), []changes.Record{{Type: "Page", ID: "a"}}) // must not panic
		tags := r.ChangedTags(t.Context(), []changes.Record{{Type: "Story", ID: "a"}})
		if !slices.Contains(tags, cms.TagStories) || !slices.Contains(tags, cms.StoryTag("a")) {
			t.Errorf("a story that cannot be compared: %v", tags)
		}
	}
}
