package pim

import (
	"path/filepath"

	"gopkg.in/yaml.v3"
)

// fileLines contains the lines of the records of a file, by the slug or id of the record and the name of a field;
// an empty name means the record itself.
type fileLines map[[2]string]int

// linesOf returns the lines of the records of a file.
func linesOf(data []byte) fileLines {
	lines := fileLines{}
	var document yaml.Node
	if err := yaml.Unmarshal(data, &document); err != nil || len(document.Content) == 0 {
		return lines
	}
	records := document.Content[0]
	for i := 0; records.Kind == yaml.MappingNode && i+1 < len(records.Content); i += 2 {
		if records.Content[i].Value == "products" {
			records = records.Content[i+1]
			break
		}
	}
	if records.Kind != yaml.SequenceNode {
		return lines
	}
	for _, record := range records.Content {
		for i := 0; i+1 < len(record.Content); i += 2 {
			if key := record.Content[i].Value; key != "slug" && key != "id" {
				continue
			}
			name := record.Content[i+1].Value
			lines[[2]string{name, ""}] = record.Line
			for j := 0; j+1 < len(record.Content); j += 2 {
				lines[[2]string{name, record.Content[j].Value}] = record.Content[j].Line
			}
		}
	}
	return lines
}

// fileNames maps the contract's field names to those of the files where they differ.
var fileNames = map[string]string{
	"short_description": "short", "long_description": "long", "product_brand_id": "brand", "modular_system": "modules",
	"video_url": "video", "video_image_url": "videoImage", "image_url": "image", "service": "benefits",
	"classification_slug": "classification", "updated_at": "updated",
}

// SourceLocation returns the location of a field of a record: a file below the folder of the PIM, and a line starting
// at 1. The model is `Product`, `Classification` or `Capability`; a record is identified by its slug or id, a field by
// its name in the contract. It returns false if the record does not exist.
func (s *Server) SourceLocation(model, id, field string) (file string, line int, ok bool) {
	c := s.current.Load()
	file = filepath.Join(s.options.Dir, map[string]string{
		"Classification": "classifications.yaml", "Capability": "capabilities.yaml",
	}[model])
	if model == "Product" {
		file = c.fileByProduct[id]
	}
	read := c.written[file]
	if read == nil {
		return "", 0, false
	}
	lines := read()
	if name, isRenamed := fileNames[field]; isRenamed {
		field = name
	}
	for _, name := range []string{field, ""} {
		if line = lines[[2]string{id, name}]; line > 0 {
			below, err := filepath.Rel(s.options.Dir, file)
			return filepath.ToSlash(below), line, err == nil
		}
	}
	return "", 0, false
}
