package identity

import (
	"encoding/json"
	"fmt"
)

// texts is a list of texts, which identity servers may encode as a single text.
type texts []string

// UnmarshalJSON decodes a text or a list of texts.
func (t *texts) UnmarshalJSON(data []byte) error {
	if string(data) == "null" {
		*t = nil
		return nil
	}
	var one string
	if err := json.Unmarshal(data, &one); err == nil {
		*t = texts{one}
		return nil
	}
	var all []string
	if err := json.Unmarshal(data, &all); err != nil {
		return fmt.Errorf("expected a text or a list of texts: %w", err)
	}
	*t = all
	return nil
}
