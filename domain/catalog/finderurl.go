package catalog

import (
	"net/url"

	"strand/domain/listing"
	"strand/domain/site"
)

// FinderURL is the URL of the products of a site context, for a wire as the finder asks for it (CAT-61); empty for
// none.
func FinderURL(siteCtx *site.Context, wire string) string {
	return siteCtx.Path("/"+TypeProduct.Area()) + listing.Encode(url.Values{paramWire: {wire}}, 1)
}
