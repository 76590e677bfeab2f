// Package fetch downloads extracts from a server that is laid out like download.geofabrik.de:
// NAME-latest.osm.pbf, with its MD5 checksum in NAME-latest.osm.pbf.md5. A download that was
// interrupted goes on where it stopped, and a file appears only when its checksum is right.
package fetch

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"syscall"
	"time"
)

// Options say what to fetch and whereto.
type Options struct {
	BaseURL   string                            // of the server, with or without a slash at its end
	Name      string                            // path of the extract, such as "europe/andorra"
	Dir       string                            // an existing folder
	UserAgent string                            // that the server is told
	Progress  func(done, total int64)           // bytes; may be nil
	Again     func(err error, in time.Duration) // is told of errors after which it tries again; may be nil
	Client    *http.Client                      // nil is one with sensible timeouts
	Retries   int                               // after errors that may pass; 0 is 5
	Pause     time.Duration                     // before the first retry, doubled each time; 0 is 1 s
	Stall     time.Duration                     // without any byte until a connection is given up; 0 is 1 min

	reached bool // the server has answered before
}

var (
	// ErrName is returned for names that cannot be the path of an extract.
	ErrName = errors.New("not the name of an extract")
	// ErrUnknown is returned when the server has no extract of that name.
	ErrUnknown = errors.New("the server has no such extract")
	// ErrChecksum is returned when what arrived is not what the server says it should be.
	ErrChecksum = errors.New("checksum does not match")
)

// namePattern allows what Geofabrik's paths are made of, and nothing that could leave the folder.
var namePattern = regexp.MustCompile(`^[a-z0-9_-]+(/[a-z0-9_-]+)*$`)

// Extract fetches an extract and returns its path in the folder. When a file with the right
// checksum is there already, nothing is fetched.
func Extract(ctx context.Context, o Options) (string, error) {
	if !namePattern.MatchString(o.Name) {
		return "", fmt.Errorf("fetch: %q is %w; it looks like europe/andorra", o.Name, ErrName)
	}
	base, err := url.Parse(o.BaseURL)
	if err != nil || base.Host == "" || base.Scheme != "http" && base.Scheme != "https" {
		return "", fmt.Errorf("fetch: %q is not an http or https address", o.BaseURL)
	}
	if info, err := os.Stat(o.Dir); err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	} else if !info.IsDir() {
		return "", fmt.Errorf("fetch: %s is not a folder", o.Dir)
	}
	o.setDefaults()
	source := base.JoinPath(o.Name + "-latest.osm.pbf").String()
	sum, err := o.checksum(ctx, source+".md5")
	if err != nil {
		return "", err
	}
	target := filepath.Join(o.Dir, path.Base(o.Name)+"-latest.osm.pbf")
	if have, err := digest(ctx, target); err == nil && have == sum {
		return target, nil
	} else if ctx.Err() != nil {
		return "", ctx.Err()
	}
	// The checksum in its name ties a partial file to one version of the extract.
	part := &partial{path: filepath.Join(o.Dir, fmt.Sprintf(".%s.%s.part", filepath.Base(target), sum))}
	removeOthers(o.Dir, filepath.Base(target), part.path)
	if err := o.download(ctx, source, part); err != nil {
		return "", err
	}
	have, err := digest(ctx, part.path)
	if err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	if have != sum {
		_ = os.Remove(part.path)
		return "", fmt.Errorf("fetch: %s: %w: it has MD5 %s, the server says %s; try again", source, ErrChecksum, have, sum)
	}
	if err := os.Rename(part.path, target); err != nil {
		return "", fmt.Errorf("fetch: %w", err)
	}
	return target, nil
}

func (o *Options) setDefaults() {
	if o.Client == nil {
		transport := http.DefaultTransport.(*http.Transport).Clone()
		transport.DialContext = (&net.Dialer{Timeout: 10 * time.Second}).DialContext
		transport.ResponseHeaderTimeout = 30 * time.Second
		o.Client = &http.Client{Transport: transport} // no limit on the whole: extracts are large
	}
	if o.Retries == 0 {
		o.Retries = 5
	}
	if o.Pause == 0 {
		o.Pause = time.Second
	}
	if o.Stall == 0 {
		o.Stall = time.Minute
	}
	if o.Progress == nil {
		o.Progress = func(int64, int64) {}
	}
	if o.Again == nil {
		o.Again = func(error, time.Duration) {}
	}
}

// passing is an error that may be gone at the next try.
type passing struct{ error }

func (e passing) Unwrap() error { return e.error }

// retry calls try until it succeeds or fails with an error that will not pass, with growing
// pauses. A try that brought something forward gets the full number of retries again.
func (o *Options) retry(ctx context.Context, try func() (forward bool, err error)) error {
	pause := o.Pause
	for left := o.Retries; ; left-- {
		forward, err := try()
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if forward {
			left, pause = o.Retries, o.Pause
		}
		if !errors.As(err, new(passing)) || left == 0 {
			return err
		}
		o.Again(err, pause)
		select {
		case <-time.After(pause):
			pause *= 2
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// get asks for a file from byte from on. The answer's status is 200 or, for from > 0, 206 or 416.
func (o *Options) get(ctx context.Context, source string, from int64) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, source, nil)
	if err != nil {
		return nil, fmt.Errorf("fetch: %w", err)
	}
	if o.UserAgent != "" {
		req.Header.Set("User-Agent", o.UserAgent)
	}
	if from > 0 {
		req.Header.Set("Range", fmt.Sprintf("bytes=%d-", from))
	}
	resp, err := o.Client.Do(req)
	if err != nil {
		if err = fmt.Errorf("fetch: %w", err); o.reached || !nobody(err) {
			err = passing{err}
		}
		return nil, err
	}
	o.reached = true
	switch code := resp.StatusCode; {
	case code == http.StatusOK,
		from > 0 && (code == http.StatusPartialContent || code == http.StatusRequestedRangeNotSatisfiable):
		return resp, nil
	case code == http.StatusNotFound:
		err = fmt.Errorf("fetch: %s: %w; its pages list what it has", source, ErrUnknown)
	case code == http.StatusTooManyRequests || code >= 500:
		err = passing{fmt.Errorf("fetch: %s: the server answers %s", source, resp.Status)}
	default:
		err = fmt.Errorf("fetch: %s: the server answers %s", source, resp.Status)
	}
	resp.Body.Close()
	return nil, err
}

// nobody tells whether an error says that there is no such server: the host has no address, or nothing listens
// there. That passes only where it has answered before.
func nobody(err error) bool {
	var lookup *net.DNSError
	return errors.As(err, &lookup) && lookup.IsNotFound || errors.Is(err, syscall.ECONNREFUSED)
}
