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
		told := op.CreateDiscoveryConfig(op.ContextWithIssuer(r.Context(), issuer), can, s)
		told.ResponseTypesSupported = []string{string(oidc.ResponseTypeCode)}
		told.GrantTypesSupported = s.client.GrantTypes()
		told.TokenEndpointAuthMethodsSupported = []oidc.AuthMethod{s.client.AuthMethod()}
		told.RevocationEndpointAuthMethodsSupported = told.TokenEndpointAuthMethodsSupported
		told.RevocationEndpointAuthSigningAlgValuesSupported = nil
		told.DeviceAuthorizationEndpoint = ""
		told.IntrospectionEndpoint = ""
		told.IntrospectionEndpointAuthMethodsSupported = nil
		told.IntrospectionEndpointAuthSigningAlgValuesSupported = nil
		httphelper.MarshalJSON(w, told)
	})
}
