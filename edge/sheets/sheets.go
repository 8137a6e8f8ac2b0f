// Package sheets serves the data sheets and manuals of products, as PDF files below the URLs of their pages (CAT-47,
// CAT-49).
package sheets

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log/slog"
	"mime"
	"net/http"
	"slices"
	"strings"
	"time"

	"strand/domain/catalog"
	"strand/domain/site"
	"strand/edge/graph"
	"strand/edge/render"
	"strand/edge/respond"
	"strand/edge/visitor"
	"strand/internal/apperr"
	"strand/internal/budget"
	"strand/internal/cache"
	"strand/internal/telemetry"
	"strand/service/catalogue"
	"strand/service/website/visit"
)

// dataSheetOperation is the operation for the data of a data sheet.
const dataSheetOperation = "DataSheet"

// pictureBudget bounds how long a data sheet waits for the copy of its picture.
const pictureBudget = 4 * time.Second

// sheetBudget bounds how long a data sheet is made: its data, its picture and its rendering.
const sheetBudget = 20 * time.Second

// Renderer makes a PDF file of a data sheet.
type Renderer interface {
	Render(ctx context.Context, s *render.Sheet) ([]byte, error)
}

// PicturePrinter returns the copy of a picture for documents on paper, by the path of its original; nil for a picture
// of another server.
type PicturePrinter interface {
	Print(ctx context.Context, original string) ([]byte, error)
}

// Handler serves data sheets and manuals.
type Handler struct {
	Sites    visitor.Sites
	Visitors visitor.Reader
	Graph    *graph.Executor
	Cache    *cache.Cache
	Renderer Renderer
	Pictures PicturePrinter
	// Budget is how long a data sheet waits for its data.
	Budget time.Duration
	Log    *slog.Logger
}

// dataSheet is a data sheet that is ready to be sent, or a redirect to it. It is empty if there is none.
type dataSheet struct {
	file     []byte
	fileName string
	// page is the absolute address of the product's page.
	page     string
	language string
	etag     string
	// degraded reports that a part is missing or stale.
	degraded bool
	// location is the address that a redirect with the status leads to; empty for none.
	location string
	status   int
}

// sheetTarget is the data sheet that a URL selects.
type sheetTarget struct {
	kind catalog.SheetKind
	// page is the absolute address of the page; isCanonical reports that no other address leads to the same page.
	page        string
	isCanonical bool
	locale      site.Locale
	variant     string
	system      site.MeasurementSystem
}

// language returns the tag of the texts.
func (t *sheetTarget) language() string {
	if language := t.kind.Language(t.locale); language != t.locale.LanguageCode {
		return language
	}
	return t.locale.LanguageTag()
}

// query returns the query of the target's URL.
func (t *sheetTarget) query(r *http.Request) string {
	if r.URL.RawQuery == "" {
		return ""
	}
	return "?" + r.URL.RawQuery
}

// Serve sends the data sheet or manual that a URL selects. It reports false if there is none.
func (d Handler) Serve(w http.ResponseWriter, r *http.Request) bool {
	page, kind := "", catalog.SheetKind("")
	for _, k := range catalog.SheetKinds {
		if path, ok := strings.CutSuffix(r.URL.EscapedPath(), catalogue.SheetPath(k)); ok {
			page, kind = path, k
		}
	}
	if kind == "" {
		return false
	}
	req := d.Visitors.Request(r)
	ctx := budget.With(r.Context(), d.Budget)
	target, err := d.find(ctx, r, req, page, kind)
	if target == nil && err == nil {
		return false
	}
	var sheet *dataSheet
	if err == nil {
		sheet, err = d.load(ctx, req, target)
	}
	switch {
	case err != nil:
		respond.Error(w, r, sheetError(err))
	case sheet.location != "":
		w.Header().Set("Cache-Control", "public, max-age=300")
		http.Redirect(w, r, sheet.location+catalogue.SheetPath(kind)+target.query(r), sheet.status)
	case sheet.file == nil:
		return false
	default:
		sheet.send(w, r)
	}
	return true
}

// IsSheet reports whether a path may be that of a data sheet.
func IsSheet(path string) bool {
	return slices.ContainsFunc(catalog.SheetKinds, func(k catalog.SheetKind) bool {
		return strings.HasSuffix(path, catalogue.SheetPath(k))
	})
}

// find returns the data sheet that a URL selects; nil if the URL cannot be that of one.
func (d Handler) find(
	ctx context.Context,
	r *http.Request,
	req *visit.Request,
	page string,
	kind catalog.SheetKind,
) (*sheetTarget, error) {
	limited, cancel := budget.Apply(ctx)
	defer cancel()
	dir, err := d.Sites.Directory(limited)
	if err != nil {
		return nil, err
	}
	address, err := dir.Parse(req.Scheme + "://" + req.Host + page)
	if err != nil || !dir.HasLocale(address) || site.ScreenOf(address) != site.ScreenProducts {
		return nil, nil // the page handler reports it
	}
	t := &sheetTarget{kind: kind, locale: address.Locale, system: dir.MeasurementSystem(address.Locale)}
	t.page, t.isCanonical = address.Canonical()
	if !t.isCanonical {
		t.page = req.Scheme + "://" + req.Host + page
	}
	query := r.URL.Query()
	t.variant = query.Get(catalog.VariantParameter)
	if query.Has(catalog.SystemParameter) {
		var ok bool
		if t.system, ok = catalog.ParseSystem(query.Get(catalog.SystemParameter)); !ok {
			return nil, nil
		}
	}
	return t, nil
}

// load returns the cached data sheet, or makes it.
func (d Handler) load(ctx context.Context, req *visit.Request, t *sheetTarget) (*dataSheet, error) {
	anonymous := req.Anonymous()
	if !t.isCanonical || req.Unshared {
		return d.make(ctx, anonymous, t)
	}
	key := req.CacheKey("datasheet", string(t.kind), t.page, t.variant, string(t.system))
	telemetry.RequestLogFrom(ctx).Set("cache", "hit")
	return cache.Load(ctx, d.Cache, key, func(ctx context.Context) (cache.Loaded[*dataSheet], error) {
		telemetry.RequestLogFrom(ctx).Set("cache", "miss")
		// A data sheet that takes longer than callers wait, such as the first one on a busy machine, is kept for the
		// next one.
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sheetBudget)
		defer cancel()
		sheet, err := d.make(ctx, anonymous, t)
		if err != nil {
			return cache.Loaded[*dataSheet]{}, err
		}
		return cache.Loaded[*dataSheet]{
			Value:     sheet,
			Tags:      anonymous.Tags(),
			Size:      int64(512 + len(sheet.file)),
			Freshness: cache.DefaultFreshness,
			NoStore:   anonymous.IsPrivate(),
			Negative:  sheet.file == nil,
			// Callers can invent any variant and any address that does not exist.
			Unconfirmed: sheet.file == nil || anonymous.IsUnconfirmed(),
		}, nil
	})
}

// sheetAnswer is the part of the operation's answer that the edge reads.
type sheetAnswer struct {
	Resolve *struct {
		Typename string `json:"__typename"`
		Status   int    `json:"status"`
		Location string `json:"location"`
		Catalog  *struct {
			Typename string `json:"__typename"`
			Slug     string `json:"slug"`
			Type     string `json:"type"`
			Image    struct {
				URL string `json:"url"`
			} `json:"image"`
			Specifications []sheetRow     `json:"specifications"`
			Variants       []sheetVariant `json:"variants"`
		} `json:"catalog"`
	} `json:"resolve"`
}

type sheetVariant struct {
	ID             string     `json:"id"`
	Specifications []sheetRow `json:"specifications"`
}

type sheetRow struct {
	Group catalog.SpecificationGroupKind `json:"group"`
}

// isConnection reports whether a row is one of a machine (catalog.LocalizedProduct.Sheets).
func isConnection(r sheetRow) bool { return r.Group == catalog.GroupConnections }

func hasConnection(v sheetVariant) bool { return slices.ContainsFunc(v.Specifications, isConnection) }

// make makes a data sheet; an empty one if the address is not that of a product, or the product has no such variant.
func (d Handler) make(ctx context.Context, req *visit.Request, t *sheetTarget) (*dataSheet, error) {
	answer := d.Graph.Execute(ctx, req, d.Graph.ClientOperation(dataSheetOperation, map[string]any{
		"url":    t.page,
		"locale": t.locale.Code(),
		"system": string(t.system),
	}), false)
	telemetry.RequestLogFrom(ctx).Set("operation", dataSheetOperation)
	var data sheetAnswer
	if err := json.Unmarshal(answer.Data, &data); err != nil || data.Resolve == nil {
		return nil, cmp.Or(answer.Err(), errors.New("the operation of data sheets answered no resolution"))
	}
	if data.Resolve.Typename == "RedirectResolution" {
		if strings.ContainsAny(data.Resolve.Location, "?#") {
			return &dataSheet{}, nil
		}
		return &dataSheet{location: data.Resolve.Location, status: data.Resolve.Status}, nil
	}
	product := data.Resolve.Catalog
	switch {
	case product == nil && answer.Err() != nil:
		return nil, answer.Err()
	case product == nil, product.Typename != "Product", product.Type != string(catalog.TypeProduct):
		return &dataSheet{}, nil
	}
	isVariant := func(v sheetVariant) bool { return v.ID == t.variant }
	if t.variant != "" && !slices.ContainsFunc(product.Variants, isVariant) {
		return &dataSheet{}, nil
	}
	if t.kind == catalog.Manual && !slices.ContainsFunc(product.Specifications, isConnection) &&
		!slices.ContainsFunc(product.Variants, hasConnection) {
		return &dataSheet{}, nil
	}
	if err := answer.Err(); err != nil {
		telemetry.RequestLogFrom(ctx).Set("error", err.Error())
		cache.MarkDegraded(ctx)
	}
	input := &render.Sheet{
		Kind:    string(t.kind),
		Data:    answer.Data,
		Locale:  t.locale.Code(),
		URL:     t.page,
		Variant: t.variant,
		System:  string(t.system),
		Date:    time.Now().UTC().Format(time.DateOnly),
		Picture: d.picture(ctx, product.Image.URL),
	}
	started := time.Now()
	file, err := d.Renderer.Render(ctx, input)
	telemetry.RequestLogFrom(ctx).Set("render", time.Since(started))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(file)
	return &dataSheet{
		file:     file,
		fileName: catalogue.SheetFile(t.kind, product.Slug),
		page:     t.page,
		language: t.language(),
		etag:     `"` + base64.RawURLEncoding.EncodeToString(sum[:12]) + `"`,
		degraded: cache.IsDegraded(ctx),
	}, nil
}

// picture returns the copy of a picture; nil if there is none. A data sheet without its picture is incomplete.
func (d Handler) picture(ctx context.Context, original string) []byte {
	limited, cancel := context.WithTimeout(ctx, pictureBudget)
	defer cancel()
	picture, err := d.Pictures.Print(limited, original)
	if err != nil {
		d.Log.WarnContext(ctx, "data_sheet_without_picture", "picture", original, "error", err)
		cache.MarkDegraded(ctx)
		return nil
	}
	return picture
}

// sheetError returns the error of a data sheet for callers: if no renderer answers in time, they may try again.
func sheetError(err error) error {
	for _, busy := range []error{render.ErrUnavailable, render.ErrOverloaded, render.ErrTimeout} {
		if errors.Is(err, busy) {
			return &apperr.Error{Code: apperr.UpstreamUnavailable, Message: respond.Unavailable, Cause: err}
		}
	}
	return err
}

// send sends a data sheet.
func (s *dataSheet) send(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "application/pdf")
	h.Set("Content-Disposition", mime.FormatMediaType("inline", map[string]string{"filename": s.fileName}))
	h.Set("Content-Language", s.language)
	h.Set("Cache-Control", "public, max-age=0, must-revalidate")
	h.Set("Etag", s.etag)
	// Search engines show the page of the product instead of each of its data sheets.
	h.Set("Link", "<"+s.page+`>; rel="canonical"`)
	if s.degraded {
		h.Set("Cache-Control", "no-store")
		h.Del("Etag")
	}
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.file))
}
