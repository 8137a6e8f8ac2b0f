// Package httpserver returns the HTTP servers of all listeners. A client that sends or reads too slowly is
// disconnected, so that it does not hold resources for ever.
package httpserver

import (
	"log"
	"net/http"
	"time"
)

const (
	// headerTimeout bounds the reading of a request's header.
	headerTimeout = 10 * time.Second
	// idleTimeout is how long an idle connection stays open.
	idleTimeout = 2 * time.Minute
	// maxHeader is the maximum size of a request's header, in bytes.
	maxHeader = 32 << 10
	// maxStreams is the maximum number of concurrent requests on a connection of HTTP/2.
	maxStreams = 100
)

// New returns a server that logs its errors to logger. It speaks HTTP/1.1 and HTTP/2, with TLS and, for a proxy in
// front of it, without (h2c with prior knowledge).
func New(h http.Handler, logger *log.Logger, pace Pace) *http.Server {
	protocols := new(http.Protocols)
	protocols.SetHTTP1(true)
	protocols.SetHTTP2(true)
	protocols.SetUnencryptedHTTP2(true)
	return &http.Server{
		Protocols: protocols,
		// HTTP/2 has no other deadlines for a connection: those of pace are of a request.
		HTTP2: &http.HTTP2Config{
			MaxConcurrentStreams: maxStreams,
			SendPingTimeout:      pace.Grace,
			PingTimeout:          pace.Grace,
			WriteByteTimeout:     pace.Grace,
		},
		Handler:           pace.Handler(closeAfterChunks(h)),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          logger,
	}
}

// closeAfterChunks closes the connection of HTTP/1.1 after a request in chunks. If it also had a Content-Length, which
// net/http removes, a proxy may take the rest of the body for another request (RFC 9112, section 6.1).
func closeAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}
