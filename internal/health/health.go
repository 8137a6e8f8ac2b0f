// Package health has the vocabulary in which parts of the server say how well they are.
package health

import "context"

// Status is how well something is.
type Status string

const (
	// Up: it works.
	Up Status = "up"
	// Degraded: it works, but for a part.
	Degraded Status = "degraded"
	// Down: it does not work.
	Down Status = "down"
)

// State is a status and the reason for it; the reason is empty for Up.
type State struct {
	Status Status
	Reason string
}

// Check finds out how well something is. It returns within a second or when the context ends.
type Check func(context.Context) State

// Of makes a check of a function that says whether something works, with the reason for when it does not.
func Of(works func() bool, reason string) Check {
	return func(context.Context) State {
		if works() {
			return State{Status: Up}
		}
		return State{Down, reason}
	}
}
