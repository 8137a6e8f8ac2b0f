package config

import (
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"strand/domain/editor"
	"strand/domain/site"
)

// Setting describes one setting.
type Setting struct {
	// Key is its name in strand.yaml, Variable its environment variable.
	Key, Variable string
	Section       string
	Default       string
	Help          string
	IsSecret      bool

	kind     kind
	allowed  []string
	schemes  []string
	guard    guard
	min, max string
	unit     string
	// structIndex is that of the struct which has the field, index that of the field (reflect.Value.FieldByIndex).
	structIndex int
	index       []int
}

type kind string

const (
	kindAny      kind = "any"
	kindText     kind = "text"
	kindEnum     kind = "enum"
	kindAddr     kind = "addr"
	kindLoopback kind = "loopback"
	kindURL      kind = "url"
	kindOrigin   kind = "origin"
	kindOrigins  kind = "origins"
	kindHosts    kind = "hosts"
	kindSecret   kind = "secret"
	kindSecrets  kind = "secrets"
	kindBool     kind = "bool"
	kindNumber   kind = "number"
	kindDuration kind = "duration"
	kindNetworks kind = "networks"
	kindLevel    kind = "level"
	kindHeader   kind = "header"
	kindTemplate kind = "template"
	kindIndex    kind = "index"
	kindHeaders  kind = "headers"
	kindPairs    kind = "pairs"
)

// levels are the log levels (CONST-25) with the numbers by which other programs of the group know them.
var levels = []struct{ name, number string }{
	{"none", "0"}, {"error", "25"}, {"warn", "50"}, {"info", "75"}, {"debug", "100"},
}

// kinds are the kinds of fields by type. Texts and lists of texts have their kind in a tag.
var kinds = map[reflect.Type]kind{
	reflect.TypeFor[Secret]():         kindSecret,
	reflect.TypeFor[[]Secret]():       kindSecrets,
	reflect.TypeFor[bool]():           kindBool,
	reflect.TypeFor[int]():            kindNumber,
	reflect.TypeFor[time.Duration]():  kindDuration,
	reflect.TypeFor[[]netip.Prefix](): kindNetworks,
}

// Settings returns every setting of the product and of further structs, given by pointers, in their order.
func Settings(more ...any) []Setting { return settingsOf(append([]any{&Config{}}, more...)) }

func settingsOf(structs []any) []Setting {
	var all []Setting
	for i, one := range structs {
		for _, s := range fieldsOf(reflect.TypeOf(one).Elem()) {
			s.structIndex = i
			all = append(all, s)
		}
	}
	return all
}

// fieldsOf returns the settings of a struct, in the order of its fields.
func fieldsOf(t reflect.Type) []Setting {
	var all []Setting
	section := ""
	for i := range t.NumField() {
		field := t.Field(i)
		if name, ok := field.Tag.Lookup("section"); ok {
			section = name
		}
		if prefix, ok := field.Tag.Lookup("access"); ok {
			for _, s := range fieldsOf(field.Type) {
				s.Key = prefix + "_" + s.Key
				s.Variable = variableOf(s.Key)
				s.Section = section
				s.Help = strings.ReplaceAll(s.Help, "{system}", field.Tag.Get("system"))
				s.index = append([]int{i}, s.index...)
				all = append(all, s)
			}
			continue
		}
		key, ok := field.Tag.Lookup("key")
		if !ok {
			continue
		}
		s := Setting{
			Key:      key,
			Variable: variableOf(key),
			Section:  section,
			Default:  field.Tag.Get("default"),
			Help:     field.Tag.Get("help"),
			allowed:  strings.Fields(field.Tag.Get("allowed")),
			schemes:  strings.Fields(field.Tag.Get("schemes")),
			guard:    guard(field.Tag.Get("guard")),
			min:      field.Tag.Get("min"),
			max:      field.Tag.Get("max"),
			unit:     field.Tag.Get("unit"),
			kind:     kinds[field.Type],
			index:    []int{i},
		}
		switch {
		case len(s.allowed) > 0:
			s.kind = kindEnum
		case s.kind == "":
			s.kind = kind(field.Tag.Get("kind"))
		}
		s.IsSecret = s.kind == kindSecret || s.kind == kindSecrets
		if s.kind == kindSecret && field.Tag.Get("kind") != "" {
			s.kind = kind(field.Tag.Get("kind"))
		}
		all = append(all, s)
	}
	return all
}

func variableOf(key string) string { return "STRAND_" + strings.ToUpper(key) }

// Allowed describes the allowed values in a few words; empty for any text.
func (s *Setting) Allowed() string {
	switch s.kind {
	case kindText:
		return "must not be empty"
	case kindEnum:
		return "one of " + strings.Join(s.allowed, ", ")
	case kindLevel:
		var described []string
		for _, l := range levels {
			described = append(described, l.name+" ("+l.number+")")
		}
		return "one of " + strings.Join(described, ", ") + ", by name or number"
	case kindAddr:
		return "host:port or :port, such as 127.0.0.1:8080"
	case kindLoopback:
		return "a loopback address and a port, such as 127.0.0.1:8092; port 0 uses a free one"
	case kindURL:
		return "an http or https URL, or nothing"
	case kindHeader:
		return "the name of a header, or nothing"
	case kindTemplate:
		return "an http or https URL with no other placeholders than " + strings.Join(editor.Placeholders, ", ") +
			", or nothing"
	case kindIndex:
		return "lower-case letters, digits, - and _, and a letter or digit first"
	case kindOrigin:
		return "an origin such as https://www.example.com, or nothing"
	case kindHosts:
		return "host names, each with or without a port, separated by commas"
	case kindOrigins:
		return "origins such as http://localhost:8080, separated by commas"
	case kindSecret:
		switch {
		case s.min != "":
			return "at least " + s.min + " characters, or nothing"
		case len(s.schemes) > 0:
			return "a URL that begins with " + strings.Join(s.schemes, ":// or ") + "://, or nothing; " + escapes
		}
	case kindPairs:
		return "pairs such as theirs=ours, separated by commas"
	case kindHeaders:
		return "headers such as x-api-key=secret,tenant=a, or nothing"
	case kindSecrets:
		return "keys of at least " + s.min + " characters each, separated by commas"
	case kindBool:
		return "true or false"
	case kindNumber:
		text := fmt.Sprintf("a whole number from %s to %s", s.min, s.max)
		if s.unit != "" {
			text += " (" + s.unit + ")"
		}
		return text
	case kindDuration:
		return fmt.Sprintf("a duration such as 3s, from %s to %s", s.min, s.max)
	case kindNetworks:
		return "networks such as 10.0.0.0/8, separated by commas"
	}
	return ""
}

// parse converts the text of a setting to the value of its field; ok is false for a value that is not allowed.
func (s *Setting) parse(text string) (value any, ok bool) {
	switch s.kind {
	case kindEnum:
		text = strings.ToLower(text)
		return text, slices.Contains(s.allowed, text)
	case kindLevel:
		text = strings.ToLower(text)
		for _, l := range levels {
			if text == l.name || text == l.number {
				return l.name, true
			}
		}
		return nil, false
	case kindText:
		return text, text != ""
	case kindAddr:
		_, port, err := net.SplitHostPort(text)
		return text, err == nil && isPort(port)
	case kindLoopback:
		return text, isLoopback(text)
	case kindURL:
		return text, text == "" || isURL(text)
	case kindHeader:
		return text, text == "" || isHeader(text)
	case kindTemplate:
		return text, text == "" || isTemplate(text)
	case kindIndex:
		return text, isIndexName(text)
	case kindOrigins:
		values := splitList(text)
		return values, !slices.ContainsFunc(values, func(v string) bool { return !isOrigin(v) })
	case kindOrigin:
		u, err := url.Parse(text)
		if text != "" && (err != nil || !isOrigin(text) || !isHost(u.Host)) {
			return nil, false
		}
		return text, true
	case kindHosts:
		values := splitList(text)
		return values, !slices.ContainsFunc(values, func(v string) bool { return !isHost(v) })
	case kindSecret:
		if len(s.schemes) > 0 && text != "" && !isURLOf(text, s.schemes) {
			return nil, false
		}
		least, err := strconv.Atoi(s.min)
		return Secret(text), err != nil || text == "" || len(text) >= least
	case kindPairs:
		values := splitList(text)
		return values, !slices.ContainsFunc(values, func(v string) bool { return !isPair(v) })
	case kindHeaders:
		return Secret(text), areSystemHeaders(text)
	case kindSecrets:
		var secrets []Secret
		least, _ := strconv.Atoi(s.min) // a test checks that all bounds are numbers
		for _, v := range splitList(text) {
			if len(v) < least {
				return nil, false
			}
			secrets = append(secrets, Secret(v))
		}
		return secrets, true
	case kindBool:
		b, err := strconv.ParseBool(text)
		return b, err == nil
	case kindNumber:
		n, err := strconv.Atoi(text)
		low, _ := strconv.Atoi(s.min) // a test checks that all bounds are numbers
		high, _ := strconv.Atoi(s.max)
		return n, err == nil && n >= low && n <= high
	case kindDuration:
		d, err := time.ParseDuration(text)
		low, _ := time.ParseDuration(s.min)
		high, _ := time.ParseDuration(s.max)
		return d, err == nil && d >= low && d <= high
	case kindNetworks:
		var networks []netip.Prefix
		for _, v := range splitList(text) {
			p, err := netip.ParsePrefix(v)
			if err != nil {
				return nil, false
			}
			if p.Addr().Is4In6() && p.Bits() >= mappedBits {
				p = netip.PrefixFrom(p.Addr().Unmap(), p.Bits()-mappedBits) // the form in which addresses are compared
			}
			networks = append(networks, p)
		}
		return networks, true
	}
	return text, true
}

// mappedBits is the length of the prefix of IPv4 addresses that are written as those of IPv6.
const mappedBits = 96

// splitList splits a text at commas.
func splitList(text string) []string {
	var values []string
	for _, v := range strings.Split(text, ",") {
		if v = strings.TrimSpace(v); v != "" {
			values = append(values, v)
		}
	}
	return values
}

func isOrigin(text string) bool {
	u, err := url.Parse(text)
	return err == nil && isURL(text) && u.Path == "" && u.RawQuery == "" && u.Fragment == "" && u.User == nil
}

func isHost(text string) bool {
	_, _, ok := site.SplitHost(text)
	return ok
}

func isLoopback(text string) bool {
	host, port, err := net.SplitHostPort(text)
	ip, ipErr := netip.ParseAddr(host)
	return err == nil && isPort(port) && (host == "localhost" || ipErr == nil && ip.IsLoopback())
}

// isPair reports whether a text consists of a name and a value with percent signs for special characters.
func isPair(text string) bool {
	name, value, ok := CutPair(text)
	return ok && name != "" && value != ""
}

// CutPair returns the name and the value of a setting of pairs.
func CutPair(text string) (name, value string, ok bool) {
	name, value, ok = strings.Cut(text, "=")
	name, errOfName := url.PathUnescape(strings.TrimSpace(name))
	value, err := url.PathUnescape(strings.TrimSpace(value))
	return name, value, ok && errOfName == nil && err == nil
}

func isPort(s string) bool {
	n, err := strconv.Atoi(s)
	return err == nil && n >= 0 && n <= 65535
}
