package identity

import (
	"encoding/json"
	"fmt"
)

// texts is a list of texts, or one: identity servers write a list of one either way.
type texts []string

// UnmarshalJSON reads a text or a list.
func (t *texts) UnmarshalJSON(data []byte) error {
	var one string
	if err := json.Unmarshal(data, &one); err == nil {
		*t = texts{one}
		return nil
	}
	var all []string
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("a text or a list of texts is needed: %w", err)
	}
	*t = all
	return nil
}
