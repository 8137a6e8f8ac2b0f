package visitor

import "net/http"

// CheckOrigin refuses a request that changes something and was caused by a page of another origin: browsers add the
// visitor's cookies to it. Requests that no browser sends pass.
func (v Reader) CheckOrigin(r *http.Request) error {
	var protection http.CrossOriginProtection
	err := protection.Check(r)
	if err == nil {
		return nil
	}
	// A trusted proxy may have replaced the host that the visitor has asked for.
	if at := v.RequestHost(r); at.isKnown && at.Host != r.Host {
		visited := *r
		visited.Host = at.Host
		return protection.Check(&visited)
	}
	return err
}

// SameOrigin refuses requests that CheckOrigin refuses.
func (v Reader) SameOrigin(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err := v.CheckOrigin(r); err != nil {
			w.Header().Set("Cache-Control", "no-store")
			http.Error(w, "This can only be sent from a page of this site.", http.StatusForbidden)
			return
		}
		next.ServeHTTP(w, r)
	})
}
