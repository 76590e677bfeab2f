package config

import (
	"errors"
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"

	"github.com/footstepd/footstepd/internal/spell"
	"github.com/knadh/koanf/parsers/yaml"
	"github.com/knadh/koanf/providers/confmap"
	"github.com/knadh/koanf/providers/env/v2"
	"github.com/knadh/koanf/providers/file"
	"github.com/knadh/koanf/v2"
)

// Prefix begins the names of the environment variables that are read.
const Prefix = "FOOTSTEPD_"

// FileVariable is the environment variable that may name the configuration file. It is read by the
// command line, not by Load.
const FileVariable = Prefix + "CONFIG"

// Sources says where settings come from.
type Sources struct {
	File    string         // path of a YAML file; "" reads none
	Environ []string       // "NAME=value" as os.Environ returns it
	Flags   map[string]any // by key, such as "http.listen"; only flags that were given
}

// Load reads the settings. Strangers is the names of environment variables that begin like ours and
// are none of ours: they are no error, since orchestrators make such names of their own (a
// Kubernetes service called footstepd makes FOOTSTEPD_PORT), but worth a line in the log.
func Load(src Sources) (c Config, strangers []string, err error) {
	c = Default()
	if src.File != "" {
		if err := loadFile(&c, src.File); err != nil {
			return Config{}, nil, err
		}
	}
	strangers, err = loadEnvironment(&c, src.Environ)
	if err != nil {
		return Config{}, nil, err
	}
	layer := koanf.New(".")
	if err := layer.Load(confmap.Provider(src.Flags, "."), nil); err != nil {
		return Config{}, nil, fmt.Errorf("configuration: flags: %w", err)
	}
	if err := apply(&c, layer, "flags"); err != nil {
		return Config{}, nil, err
	}
	if w := c.Weather; w.URL == "" && (w.ArchiveURL != "" || w.APIKey != "") {
		return Config{}, nil, errors.New("configuration: weather.archive_url and weather.api_key go with weather.url, which is empty: set it, or leave them out")
	}
	return c, strangers, nil
}

func loadFile(c *Config, path string) error {
	layer := koanf.New(".")
	if err := layer.Load(file.Provider(path), yaml.Parser()); err != nil {
		var missing *fs.PathError
		if errors.As(err, &missing) {
			return fmt.Errorf("configuration file: %w", err)
		}
		return fmt.Errorf("configuration file %s is not valid YAML with keys at its root: %s", path, withoutValues(err.Error()))
	}
	return apply(c, layer, path)
}

func loadEnvironment(c *Config, environ []string) (strangers []string, err error) {
	names := map[string]string{} // by key
	layer := koanf.New(".")
	err = layer.Load(env.Provider(".", env.Opt{
		Prefix:      Prefix,
		EnvironFunc: func() []string { return environ },
		TransformFunc: func(name, text string) (string, any) {
			i := slices.IndexFunc(settings, func(s setting) bool { return s.env == name })
			switch {
			case i < 0:
				if name != FileVariable {
					strangers = append(strangers, name)
				}
				return "", nil
			case strings.TrimSpace(text) == "": // as orchestrators pass a variable that is not set
				return "", nil
			}
			names[settings[i].key] = name
			return settings[i].key, split(text, settings[i].split)
		},
	}), nil)
	if err != nil {
		return nil, fmt.Errorf("configuration: environment: %w", err)
	}
	slices.Sort(strangers)
	for _, key := range layer.Keys() {
		if err := set(c, key, layer.Get(key), "environment variable "+names[key]); err != nil {
			return nil, err
		}
	}
	return strangers, nil
}

// withoutValues takes what stands in quotes out of the parser's words, unless it is one of our keys: it
// could be a token.
func withoutValues(text string) string {
	return quotation.ReplaceAllStringFunc(text, func(quoted string) string {
		name := strings.Trim(quoted, "`\"'")
		if slices.ContainsFunc(settings, func(s setting) bool { return s.key == name || strings.HasSuffix(s.key, "."+name) }) || isSection(name) {
			return quoted
		}
		return "…"
	})
}

// quotation has no end where the parser's text was cut.
var quotation = regexp.MustCompile("`[^`]*(`|$)|\"(?:[^\"\\\\]|\\\\.)*(\"|$)|'[^']*('|$)")

// split cuts a list at sep and leaves empty items out, but for a list of nothing else, which is no
// list: who writes ",," wanted something, and must not get what an empty list means. Without sep text
// is a single value.
func split(text, sep string) any {
	if sep == "" {
		return strings.TrimSpace(text)
	}
	items := []any{}
	for item := range strings.SplitSeq(text, sep) {
		if item = strings.TrimSpace(item); item != "" {
			items = append(items, item)
		}
	}
	if len(items) == 0 {
		return []any{""}
	}
	return items
}

// apply sets every key of a layer.
func apply(c *Config, layer *koanf.Koanf, source string) error {
	for _, key := range layer.Keys() { // sorted
		if err := set(c, key, layer.Get(key), source); err != nil {
			return err
		}
	}
	return nil
}

// set sets one key to a raw value.
func set(c *Config, key string, raw any, source string) error {
	s, known := lookup(key)
	switch {
	case !known && raw == nil && isSection(key): // a section whose lines are all commented out
		return nil
	case !known && isSection(key):
		if m, ok := raw.(map[string]any); ok && len(m) == 0 {
			return nil
		}
		return fmt.Errorf("configuration: %s: %s is a section with keys of its own, such as %s", source, key, firstOf(key))
	case !known && secretAbove(key) != "":
		return fmt.Errorf("configuration: %s: %s has keys of its own, which it must not", source, secretAbove(key))
	case !known:
		hint := ""
		if near := nearest(key); near != "" {
			hint = fmt.Sprintf("; did you mean %q", near)
		}
		return fmt.Errorf("configuration: %s: there is no key %s%s. All keys: %s", source, shown(key), hint, allKeys())
	case raw == nil:
		return fmt.Errorf("configuration: %s: %s has no value; want %s, or leave the line out", source, key, s.want)
	}
	if err := s.set(c, value{raw}); err != nil {
		if s.secret {
			return fmt.Errorf("configuration: %s: %s has a value of the wrong form; want %s", source, key, s.want)
		}
		return fmt.Errorf("configuration: %s: %s is %s; want %s", source, key, shown(raw), s.want)
	}
	return nil
}

// secretAbove returns the key of the secret that key lies in, as if that were a section, or "".
func secretAbove(key string) string {
	for _, s := range settings {
		if s.secret && strings.HasPrefix(key, s.key+".") {
			return s.key
		}
	}
	return ""
}

// shown prints a raw value for an error, at reasonable length.
func shown(raw any) string {
	text := fmt.Sprintf("%v", raw)
	if s, ok := raw.(string); ok {
		text = fmt.Sprintf("%q", s)
	}
	if runes := []rune(text); len(runes) > 80 {
		text = string(runes[:79]) + "…"
	}
	return text
}

func firstOf(section string) string {
	for _, s := range settings {
		if strings.HasPrefix(s.key, section+".") {
			return s.key
		}
	}
	return ""
}

func allKeys() string {
	keys := make([]string, len(settings))
	for i, s := range settings {
		keys[i] = s.key
	}
	return strings.Join(keys, ", ")
}

// nearest returns the key that is most like key, or "" where none is much like it.
func nearest(key string) string {
	best, least := "", len(key)/2+1
	for _, s := range settings {
		for _, name := range []string{s.key, s.key[strings.LastIndexByte(s.key, '.')+1:]} {
			if d := spell.Distance(key, name); d < least {
				best, least = s.key, d
			}
		}
	}
	return best
}
