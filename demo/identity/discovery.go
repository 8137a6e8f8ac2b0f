package identity

import (
	"net/http"

	httphelper "github.com/zitadel/oidc/v3/pkg/http"
	"github.com/zitadel/oidc/v3/pkg/oidc"
	"github.com/zitadel/oidc/v3/pkg/op"
)

// discovery serves a discovery document with the features that the portal may use. The library's document announces
// all of its features.
func (s *store) discovery(can op.Configuration, issuer string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		document := op.CreateDiscoveryConfig(op.ContextWithIssuer(r.Context(), issuer), can, s)
		document.ResponseTypesSupported = []string{string(oidc.ResponseTypeCode)}
		document.GrantTypesSupported = s.client.GrantTypes()
		document.TokenEndpointAuthMethodsSupported = []oidc.AuthMethod{s.client.AuthMethod()}
		document.RevocationEndpointAuthMethodsSupported = document.TokenEndpointAuthMethodsSupported
		document.RevocationEndpointAuthSigningAlgValuesSupported = nil
		document.BackChannelLogoutSupported, document.BackChannelLogoutSessionSupported = true, true
		document.DeviceAuthorizationEndpoint = ""
		document.IntrospectionEndpoint = ""
		document.IntrospectionEndpointAuthMethodsSupported = nil
		document.IntrospectionEndpointAuthSigningAlgValuesSupported = nil
		httphelper.MarshalJSON(w, document)
	})
}
