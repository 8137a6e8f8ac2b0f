package cms

import (
	"bytes"
	"encoding/json"
)

// orderedObject is a JSON object whose fields are in the order of the query, as the GraphQL specification requires.
type orderedObject struct {
	names  []string
	values []any
}

func (o *orderedObject) add(name string, value any) {
	o.names, o.values = append(o.names, name), append(o.values, value)
}

// MarshalJSON encodes the fields in order.
func (o *orderedObject) MarshalJSON() ([]byte, error) {
	var out bytes.Buffer
	out.WriteByte('{')
	for i, name := range o.names {
		if i > 0 {
			out.WriteByte(',')
		}
		key, err := json.Marshal(name)
		if err != nil {
			return nil, err
		}
		value, err := json.Marshal(o.values[i])
		if err != nil {
			return nil, err
		}
		out.Write(key)
		out.WriteByte(':')
		out.Write(value)
	}
	out.WriteByte('}')
	return out.Bytes(), nil
}
