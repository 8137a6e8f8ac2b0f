package resolvers

import (
	"context"

	"strand/domain/exportfile"
	"strand/domain/signedtoken"
	"strand/domain/site"
	portalservice "strand/service/portal"
	"strand/service/website/visit"
)

// exportFile returns the file in the locale of an argument, or in that of the page on which the list is shown.
func (r *Resolver) exportFile(
	ctx context.Context, shown *site.Context, format exportfile.Format, locale *string,
) (portalservice.ExportFile, error) {
	siteCtx, err := r.PortalPages.SiteContext(ctx, shown, locale)
	if err != nil {
		return portalservice.ExportFile{}, err
	}
	return portalservice.ExportFile{Format: format, Locale: siteCtx.Locale.URLCode()}, nil
}

// exportURL returns the URL of an exported list, with a token of the user that seal signs.
func (r *Resolver) exportURL(
	ctx context.Context, shown *site.Context, format exportfile.Format, locale *string,
	seal func(key signedtoken.Key, idToken string) (string, error),
	url func(file portalservice.ExportFile, signedToken string) string,
) (string, error) {
	file, err := r.exportFile(ctx, shown, format, locale)
	if err != nil {
		return "", err
	}
	signedToken, err := seal(r.SigningKey, visit.Of(ctx).IDToken)
	if err != nil {
		return "", err
	}
	return url(file, signedToken), nil
}

// templateURL returns the URL of an empty file for an import.
func (r *Resolver) templateURL(
	ctx context.Context, path string, shown *site.Context, format exportfile.Format, locale *string,
) (string, error) {
	file, err := r.exportFile(ctx, shown, format, locale)
	if err != nil {
		return "", err
	}
	return portalservice.TemplateURL(path, file), nil
}
