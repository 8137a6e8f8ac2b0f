package feeds

import (
	"io"
	"net/http"
	"net/url"
	"time"

	"strand/edge/visitor"
)

// securityTextPath is the path of security.txt (RFC 9116, 3).
const securityTextPath = "/.well-known/security.txt"

// securityTextLife is how long the file is valid after it was read: the RFC recommends less than a year.
const securityTextLife = 180 * 24 * time.Hour

// securityText serves security.txt: where vulnerabilities are reported.
type securityText struct {
	// contact is a mail address.
	contact  string
	visitors visitor.Reader
}

func (s securityText) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	scheme, host := s.visitors.Origin(r)
	expires := time.Now().UTC().Add(securityTextLife).Truncate(24 * time.Hour)
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	// The reader may have disconnected.
	_, _ = io.WriteString(w, "Contact: "+(&url.URL{Scheme: "mailto", Opaque: url.PathEscape(s.contact)}).String()+
		"\nExpires: "+expires.Format(time.RFC3339)+
		"\nCanonical: "+scheme+"://"+host+securityTextPath+"\n")
}
