//go:build real

package identity

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"strand/test/real/peer"
	"strand/test/servertest"
)

const (
	openAMVersion = "16.0.5"
	tomcatVersion = "10.1.59"
	// openAMPassword is that of the administrator, who exists during the test.
	openAMPassword = "admin-password1"
)

// openAM is a running OpenAM, as its administrator.
type openAM struct{ base, token string }

// startOpenAM starts OpenAM in Tomcat, with its own embedded directory, for pages of a website.
func startOpenAM(t *testing.T, origin string) *openAM {
	t.Helper()
	java := peer.Java(t, 17)
	war := peer.Maven(t, "org.openidentityplatform.openam:openam-server:"+openAMVersion+":war")
	dir, port := t.TempDir(), servertest.FreePort(t)
	peer.Unzip(t, peer.Maven(t, "org.apache.tomcat:tomcat:"+tomcatVersion+":zip"), dir)
	home := filepath.Join(dir, "apache-tomcat-"+tomcatVersion)
	peer.Unzip(t, war, filepath.Join(home, "webapps", "am"))
	// Tomcat's own filter: OpenAM allows no other origins by default.
	cors := `<filter><filter-name>cors</filter-name><filter-class>org.apache.catalina.filters.CorsFilter</filter-class>` +
		parameter("cors.allowed.origins", origin) + parameter("cors.support.credentials", "true") +
		parameter("cors.allowed.headers", "authorization,content-type,accept-api-version,x-requested-with") +
		`</filter><filter-mapping><filter-name>cors</filter-name><url-pattern>/*</url-pattern></filter-mapping></web-app>`
	replace(t, filepath.Join(home, "conf", "web.xml"), "</web-app>", cors)
	replace(t, filepath.Join(home, "conf", "server.xml"), `port="8005"`, `port="-1"`)
	replace(t, filepath.Join(home, "conf", "server.xml"), `port="8080"`, `address="127.0.0.1" port="`+port+`"`)
	exports := ""
	for _, name := range []string{"java.base/sun.security.tools.keytool", "java.base/sun.security.x509",
		"java.base/sun.security.util", "java.xml/com.sun.org.apache.xerces.internal.dom"} {
		exports += " --add-exports " + name + "=ALL-UNNAMED"
	}
	server := exec.Command(filepath.Join(home, "bin", "catalina.sh"), "run") //nolint:gosec // Tomcat
	server.Env = append(os.Environ(), "JAVA_HOME="+java, "HOME="+dir, "CATALINA_OPTS=-Xmx1500m"+exports)
	am := &openAM{base: "http://localhost:" + port + "/am"}
	peer.Start(t, server, 8*time.Minute, peer.Responds(am.base+"/config/options.htm"))

	configuration := url.Values{}
	for name, value := range map[string]string{
		"SERVER_URL": "http://localhost:" + port, "DEPLOYMENT_URI": "/am", "BASE_DIR": filepath.Join(dir, "config"),
		"locale": "en_US", "PLATFORM_LOCALE": "en_US", "AM_ENC_KEY": strings.Repeat("k", 32),
		"ADMIN_PWD": openAMPassword, "ADMIN_CONFIRM_PWD": openAMPassword,
		"AMLDAPUSERPASSWD": "agent-password1", "AMLDAPUSERPASSWD_CONFIRM": "agent-password1",
		"COOKIE_DOMAIN": "localhost", "ACCEPT_LICENSES": "true", "acceptLicense": "true",
		"DATA_STORE": "embedded", "DIRECTORY_SSL": "SIMPLE", "DIRECTORY_SERVER": "localhost",
		"DIRECTORY_PORT": servertest.FreePort(t), "DIRECTORY_ADMIN_PORT": servertest.FreePort(t),
		"DIRECTORY_JMX_PORT": servertest.FreePort(t),
		"ROOT_SUFFIX":        "dc=openam,dc=example,dc=org", "DS_DIRMGRDN": "cn=Directory Manager",
		"DS_DIRMGRPASSWD": openAMPassword,
	} {
		configuration.Set(name, value)
	}
	client := &http.Client{Timeout: 8 * time.Minute}
	response, err := client.PostForm(am.base+"/config/configurator", configuration)
	if err != nil {
		t.Fatal(err)
	}
	output, _ := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if !bytes.Contains(output, []byte("Configuration complete")) {
		t.Fatalf("OpenAM was not configured: %s", output)
	}
	am.token = am.call(t, http.MethodPost, "/json/authenticate", nil)["tokenId"].(string)
	return am
}

func parameter(name, value string) string {
	return "<init-param><param-name>" + name + "</param-name><param-value>" + value + "</param-value></init-param>"
}

// replace replaces the only occurrence of a text outside of comments, which is the first.
func replace(t *testing.T, file, old, text string) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), old, text, 1)
	if changed == string(data) {
		t.Fatalf("%s lacks %s", file, old)
	}
	if err := os.WriteFile(file, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// call calls the REST interface.
func (am *openAM) call(t *testing.T, method, path string, body any) map[string]any {
	t.Helper()
	data, err := json.Marshal(body)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), method, am.base+path, bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if am.token == "" {
		r.Header.Set("X-OpenAM-Username", "amadmin")
		r.Header.Set("X-OpenAM-Password", openAMPassword)
		r.Header.Set("Accept-API-Version", "resource=2.0, protocol=1.0")
	} else {
		r.Header.Set("iPlanetDirectoryPro", am.token)
	}
	if method == http.MethodPut {
		r.Header.Set("If-Match", "*")
	}
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	output, _ := io.ReadAll(response.Body)
	answer := map[string]any{}
	if err := json.Unmarshal(output, &answer); err != nil || response.StatusCode >= http.StatusBadRequest {
		t.Fatalf("%s %s: %s, %s", method, path, response.Status, output)
	}
	return answer
}

// makeRealm makes the realm alpha with the client portal and a customer. The claims script adds the roles.
func (am *openAM) makeRealm(t *testing.T, origin string) {
	t.Helper()
	am.call(t, http.MethodPost, "/json/realms/?_action=create",
		map[string]any{"realm": "alpha", "parentRealm": "/", "active": true})
	const realm = "/json/realms/root/realms/alpha"
	scopes := []string{"openid", "profile", "email", "fr:idm:*"}
	service := am.call(t, http.MethodPost, realm+"/realm-config/services/oauth-oidc?_action=template", struct{}{})
	set := func(group, name string, value any) { service[group].(map[string]any)[name] = value }
	set("advancedOAuth2Config", "supportedScopes", scopes)
	set("advancedOAuth2Config", "codeVerifierEnforced", true)
	set("advancedOAuth2Config", "clientsCanSkipConsent", true)
	set("coreOAuth2Config", "accessTokenLifetime", 60)
	set("coreOIDCConfig", "jwtTokenLifetime", 60)
	am.call(t, http.MethodPost, realm+"/realm-config/services/oauth-oidc?_action=create", service)

	const p = "com.forgerock.openam.oauth2provider."
	am.call(t, http.MethodPost, realm+"/agents/?_action=create", map[string]any{
		"username": "portal", "agenttype": "OAuth2Client", "userpassword": "unused-secret1", p + "clientType": "Public",
		p + "redirectionURIs":         []string{"[0]=" + origin + "/callback", "[1]=" + origin + "/blank-callback"},
		p + "postLogoutRedirectURI":   []string{"[0]=" + origin + "/en"},
		p + "scopes":                  []string{"[0]=openid", "[1]=profile", "[2]=email", "[3]=fr:idm:*"},
		p + "tokenEndPointAuthMethod": "client_secret_post", p + "idTokenSignedResponseAlg": "RS256",
		"isConsentImplied": true,
	})

	id := service["coreOIDCConfig"].(map[string]any)["oidcClaimsScript"].(string)
	script := am.call(t, http.MethodGet, realm+"/scripts/"+id, nil)
	source, err := base64.StdEncoding.DecodeString(script["script"].(string))
	if err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(string(source), `"email": attributeRetriever.curry("mail"),`,
		`"email": attributeRetriever.curry("mail"), "roles": attributeRetriever.curry("employeenumber"),`, 1)
	text = strings.Replace(text, `"email": [ "email" ],`, `"email": [ "email" ], "fr:idm:*": [ "roles" ],`, 1)
	script["script"] = base64.StdEncoding.EncodeToString([]byte(text))
	delete(script, "_id")
	delete(script, "_rev")
	am.call(t, http.MethodPut, realm+"/scripts/"+id, script)

	am.call(t, http.MethodPost, realm+"/users/?_action=create", map[string]any{
		"username": "user-customer", "userpassword": "right-password", "mail": "customer@example.com",
		"givenName": "Carla", "sn": "Muster", "cn": "Carla Muster", "employeeNumber": role,
	})
}

// TestOpenAM: the paths, the scope and the session of ForgeRock, without revocation and back-channel logout.
func TestOpenAM(t *testing.T) {
	website := servertest.FreePort(t)
	origin := "http://localhost:" + website
	am := startOpenAM(t, origin)
	am.makeRealm(t, origin)
	issuer := am.base + "/oauth2/realms/root/realms/alpha"
	p := startProduct(t, website, "STRAND_IDENTITY_ISSUER="+issuer)

	found := p.check(t)
	t.Log(found)
	for _, want := range []string{
		"identity     ok", "lacks revocation_endpoint", "lacks backchannel_logout_supported",
	} {
		if !strings.Contains(found, want) {
			t.Errorf("the check does not say: %s", want)
		}
	}
	p.checkFails(t, map[string]string{
		"STRAND_IDENTITY_CLIENT_ID=other":         "FAILED",
		"STRAND_ADDR=:1":                          "FAILED", // another origin
		"STRAND_IDENTITY_SCOPE=openid directory":  "invalid_scope",
		"STRAND_IDENTITY_ISSUER=" + am.base + "/": "FAILED",
	})
	journey(t, map[string]any{
		"origin": p.origin, "issuer": issuer, "id": "user-customer", "user": "user-customer",
		"password": "right-password", "wrong": "Authentication Failed", "userField": "#idToken1",
		"passwordField": "#idToken2", "submit": "#loginButton_0", "lifetime": 60,
	})
}
