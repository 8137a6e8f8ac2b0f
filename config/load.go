package config

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"reflect"
	"slices"
	"strings"

	"github.com/agnivade/levenshtein"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/rawbytes"
	"github.com/knadh/koanf/v2"
)

// Error reports an invalid setting, its value, and what is allowed.
type Error struct{ Setting, Value, Allowed string }

func (e *Error) Error() string {
	return fmt.Sprintf("setting %s (STRAND_%s): %q is not allowed: %s", e.Setting, strings.ToUpper(e.Setting), e.Value,
		e.Allowed)
}

// UnknownError reports a key of the settings file that is no setting.
type UnknownError struct{ Key, File string }

func (e *UnknownError) Error() string {
	return fmt.Sprintf("unknown setting %s in %s: see docs/configuration.md for all settings", e.Key, e.File)
}

// Load reads the settings. path is the settings file, which may be missing; environ has the format of os.Environ. more
// are pointers to further structs with the tags of Config. The error joins an *Error for each invalid setting and an
// *UnknownError for each unknown key of the file.
func Load(path string, environ []string, more ...any) (*Config, error) {
	c := &Config{}
	structs := append([]any{c}, more...)
	settings := settingsOf(structs)
	file, err := readFile(path)
	if err != nil {
		return nil, err
	}
	var errs []error
	for _, key := range file.Keys() {
		if !slices.ContainsFunc(settings, func(s Setting) bool {
			return s.Key == key || s.IsSecret && s.Key+fileKeySuffix == key
		}) {
			errs = append(errs, &UnknownError{Key: key, File: path})
		}
	}
	environment := map[string]string{}
	for _, pair := range environ {
		name, value, _ := strings.Cut(pair, "=")
		if !strings.HasPrefix(name, "STRAND_") {
			continue
		}
		if !slices.ContainsFunc(settings, func(s Setting) bool {
			return s.Variable == name || s.IsSecret && s.Variable+fileSuffix == name
		}) {
			c.Unknown = append(c.Unknown, UnknownVariable{name, similarVariable(settings, name)})
		}
		environment[name] = value
	}
	for i := range settings {
		s := &settings[i]
		text := s.Default
		if file.Exists(s.Key) {
			text = textOf(file, s.Key)
		}
		if value, ok := environment[s.Variable]; ok {
			text = value
		}
		path := cmp.Or(environment[s.Variable+fileSuffix], file.String(s.Key+fileKeySuffix))
		if s.IsSecret && path != "" {
			if text, err = secretIn(path, text); err != nil {
				errs = append(errs, fmt.Errorf("%s%s: %w", s.Variable, fileSuffix, err))
				continue
			}
		}
		value, ok := s.parse(text)
		if !ok {
			allowed := s.Allowed()
			if !s.mayQuote(text) {
				text = hidden
				if s.kind == kindURL {
					allowed += "; " + escapes
				}
			}
			errs = append(errs, &Error{s.Key, text, allowed})
			continue
		}
		reflect.ValueOf(structs[s.structIndex]).Elem().FieldByIndex(s.index).Set(reflect.ValueOf(value))
	}
	errs = append(errs, checkExport(environ)...)
	if c.Production && c.ClientDevURL != "" {
		errs = append(errs, &Error{"client_dev_url", c.ClientDevURL, "leave it empty in production"})
	}
	return c, errors.Join(errs...)
}

// The setting of a secret with these suffixes is the path of a file that contains the secret.
const (
	fileSuffix    = "_FILE"
	fileKeySuffix = "_file"
)

// secretIn reads a secret from a file. value is that of the secret's own setting, which must be empty.
func secretIn(path, value string) (string, error) {
	if value != "" {
		return "", errors.New("the secret itself is set as well: set one of them")
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return "", err // it contains the path, which is no secret
	}
	return strings.TrimSpace(string(content)), nil
}

func readFile(path string) (*koanf.Koanf, error) {
	k := koanf.New(".")
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return k, nil
	}
	if err == nil {
		err = k.Load(rawbytes.Provider(data), yaml.Parser())
	}
	if err != nil {
		return nil, fmt.Errorf("read the settings file %s: %w", path, err)
	}
	return k, nil
}

// textOf returns a value of the file in the format of an environment variable.
func textOf(file *koanf.Koanf, key string) string {
	if _, isList := file.Get(key).([]any); isList {
		return strings.Join(file.Strings(key), ",")
	}
	return file.String(key)
}

// maxTypos is the number of wrong letters up to which a variable is taken for a misspelt one.
const maxTypos = 2

// similarVariable returns the variable of the setting whose name is nearest to a misspelt one; empty if none is near.
func similarVariable(settings []Setting, name string) string {
	best, similar := maxTypos+1, ""
	for _, s := range settings {
		if n := levenshtein.ComputeDistance(name, s.Variable); n < best {
			best, similar = n, s.Variable
		}
	}
	return similar
}
