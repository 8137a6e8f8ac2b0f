// Package health defines the health states of parts of the server.
package health

import "context"

// Status is a health state.
type Status string

const (
	// Up: it works.
	Up Status = "up"
	// Degraded: it works only in part.
	Degraded Status = "degraded"
	// Down: it does not work.
	Down Status = "down"
)

// State is a status and the reason for it; the reason is empty for Up.
type State struct {
	Status Status
	Reason string
	// Cause is the error behind the reason, for operators only; empty if there is none. It has no credentials.
	Cause string
}

// Text returns the reason with its cause, for operators.
func (s State) Text() string {
	if s.Cause == "" {
		return s.Reason
	}
	return s.Reason + " (" + s.Cause + ")"
}

// Check returns the health of a part. It returns within a second or when the context ends.
type Check func(context.Context) State

// Of returns a check from a function that reports whether a part works, with the reason for when it does not.
func Of(works func() bool, reason string) Check {
	return func(context.Context) State {
		if works() {
			return State{Status: Up}
		}
		return State{Status: Down, Reason: reason}
	}
}
