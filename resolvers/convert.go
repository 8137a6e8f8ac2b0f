package resolvers

import (
	"context"
	"net/url"

	"strand/domain/convert"
	"strand/domain/form"
	"strand/domain/media"
	"strand/domain/site"
	"strand/gql/model"
	"strand/internal/apperr"
)

// pixels returns nil for zero, which means an unknown length.
func pixels(n int) *int {
	if n == 0 {
		return nil
	}
	return &n
}

var formats = map[model.ImageFormat]media.Format{model.ImageFormatWebp: media.WebP, model.ImageFormatPng: media.PNG}

// displaySize returns the displayed size of an image for a preset.
func (r *Resolver) displaySize(i *site.Image, preset model.ImagePreset) media.Size {
	if !r.Images.Transformable(i) {
		return media.Size{Width: i.Width, Height: i.Height}
	}
	p := media.Presets[string(preset)]
	return media.Size{Width: p.Width, Height: p.Height}.Within(i.Width, i.Height).Of(i.Width, i.Height)
}

// languageOf returns the language of a locale code; English without a valid one.
func languageOf(code *string) string {
	if code != nil {
		if l, ok := site.ParseLocale(*code); ok {
			return l.LanguageCode
		}
	}
	return "en"
}

// language returns a language by its code. A language that the CMS lacks has a code only.
func (r *Resolver) language(ctx context.Context, code string) (*site.Language, error) {
	dir, err := r.Website.Directory(ctx)
	if err != nil {
		return nil, err
	}
	return dir.LanguageNamed(code), nil
}

func (r *Resolver) languages(ctx context.Context, codes []string) ([]*site.Language, error) {
	dir, err := r.Website.Directory(ctx)
	if err != nil {
		return nil, err
	}
	return convert.All(codes, dir.LanguageNamed), nil
}

// onMainSite reads content of the main site, with its site context in a locale.
func onMainSite[T any](
	ctx context.Context,
	r *Resolver,
	locale *string,
	stage site.Stage,
	read func(context.Context, *site.Context) (T, error),
) (*site.Context, T, error) {
	siteCtx, err := r.Website.MainSiteContext(ctx, locale, stage)
	if err != nil {
		var none T
		return nil, none, err
	}
	content, err := read(ctx, siteCtx)
	return siteCtx, content, err
}

// urlIn returns the URL of a record of the portal in a locale; nil means that of its site context.
func (r *Resolver) urlIn(
	ctx context.Context,
	shown *site.Context,
	locale *string,
	urlOf func(*site.Context) string,
) (string, error) {
	siteCtx, err := r.PortalPages.SiteContext(ctx, shown, locale)
	if err != nil {
		return "", err
	}
	return urlOf(siteCtx), nil
}

// userErrors converts the problems of a form.
func userErrors(problems []form.Problem) []*model.UserError {
	errs := make([]*model.UserError, len(problems))
	for i, p := range problems {
		errs[i] = &model.UserError{Code: p.Code, Message: p.Message}
		if p.Field != "" {
			errs[i].Field = &p.Field
		}
	}
	return errs
}

// invalidKeyError returns the error for an invalid or guessable idempotency key.
func invalidKeyError() error {
	return apperr.New(apperr.Invalid, "idempotencyKey: send 16 to 64 letters, digits, - or _, such as a UUID")
}

// logImage logs an image that is not shown, or not resized: once for each host or media type, since all pictures of a
// host have the same problem. The content report names each.
func (r *Resolver) logImage(ctx context.Context, i *site.Image) {
	event, reason := "image_hidden", r.Images.Hidden(i)
	if reason == "" && r.Images.IsUntransformable(i) {
		event, reason = "image_not_transformable", hostOf(i.URL)
	}
	if reason == "" {
		return
	}
	if _, isLogged := r.loggedImages.LoadOrStore(event+" "+reason, true); !isLogged {
		r.Log.WarnContext(ctx, event, "reason", reason, "setting", "media_origins")
	}
}

func hostOf(raw string) string {
	u, err := url.Parse(raw)
	if err != nil || u.Host == "" {
		return "invalid URL"
	}
	return u.Host
}
