// Package jsoniter replaces github.com/json-iterator/go, which has no maintainer since 2022, by the part of it that
// Bleve's geometries use, on encoding/json. The original calls methods by reflection, so that the linker keeps each
// exported method of each package in the binary: a fifth of it (docs/decisions/0046-no-reflection-on-methods.md).
package jsoniter

import "encoding/json"

// ConfigCompatibleWithStandardLibrary encodes like encoding/json.
var ConfigCompatibleWithStandardLibrary config

type config struct{}

func (config) Marshal(v any) ([]byte, error)      { return json.Marshal(v) }
func (config) Unmarshal(data []byte, v any) error { return json.Unmarshal(data, v) }
