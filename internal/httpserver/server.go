// Package httpserver makes the HTTP servers of all listeners. A client that sends or reads too slowly loses its
// connection, so that it does not hold what a request takes for ever.
package httpserver

import (
	"log"
	"net/http"
	"time"
)

const (
	// headerTimeout is how long the header of a request may take.
	headerTimeout = 10 * time.Second
	// idleTimeout is how long a connection is kept between two requests.
	idleTimeout = 2 * time.Minute
	// maxHeader is the size of a request's header, in bytes.
	maxHeader = 32 << 10
)

// New makes a server. What it has to say of itself goes to a logger.
func New(h http.Handler, logger *log.Logger, pace Pace) *http.Server {
	return &http.Server{
		Handler:           pace.Handler(h),
		ReadHeaderTimeout: headerTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          logger,
	}
}
