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
)

// New returns a server that logs its errors to logger.
func New(h http.Handler, logger *log.Logger, pace Pace) *http.Server {
	return &http.Server{
		Handler:           pace.Handler(h),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          logger,
	}
}
