package fetch

import (
	"context"
	"crypto/md5"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// partial is the file that a download grows in.
type partial struct{ path string }

// size returns how much has arrived.
func (p *partial) size() int64 {
	info, err := os.Stat(p.path)
	if err != nil {
		return 0
	}
	return info.Size()
}

// removeOthers removes partial files of earlier versions of an extract, which no one can finish.
func removeOthers(dir, base, keep string) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return
	}
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if path != keep && strings.HasPrefix(e.Name(), "."+base+".") && strings.HasSuffix(e.Name(), ".part") {
			_ = os.Remove(path)
		}
	}
}

// checksum fetches the MD5 checksum of an extract, 32 hexadecimal digits.
func (o *Options) checksum(ctx context.Context, source string) (sum string, err error) {
	err = o.retry(ctx, func() (bool, error) {
		resp, err := o.get(ctx, source, 0)
		if err != nil {
			return false, err
		}
		defer resp.Body.Close()
		text, err := io.ReadAll(io.LimitReader(resp.Body, 4096))
		if err != nil {
			return false, passing{fmt.Errorf("fetch: %s: %w", source, err)}
		}
		sum, _, _ = strings.Cut(strings.TrimSpace(string(text)), " ")
		sum = strings.ToLower(sum)
		if b, err := hex.DecodeString(sum); err != nil || len(b) != md5.Size {
			return false, fmt.Errorf("fetch: %s holds no MD5 checksum", source)
		}
		return false, nil
	})
	return sum, err
}

// download makes the partial file complete.
func (o *Options) download(ctx context.Context, source string, p *partial) error {
	return o.retry(ctx, func() (bool, error) {
		before := p.size()
		err := o.append(ctx, source, p, before)
		return p.size() > before, err
	})
}

// append asks for what is missing from byte from on and writes it.
func (o *Options) append(ctx context.Context, source string, p *partial, from int64) (err error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stall := time.AfterFunc(o.Stall, func() { cancel(errStalled) })
	defer stall.Stop()
	resp, err := o.get(ctx, source, from)
	if err != nil {
		return stalled(ctx, source, err)
	}
	defer resp.Body.Close()
	flags := os.O_WRONLY | os.O_CREATE | os.O_APPEND
	switch resp.StatusCode {
	case http.StatusRequestedRangeNotSatisfiable:
		// Either all of it has arrived, which the checksum will tell, or it is of no use.
		if resp.Header.Get("Content-Range") == fmt.Sprintf("bytes */%d", from) {
			return nil
		}
		_ = os.Remove(p.path)
		return passing{fmt.Errorf("fetch: %s: the server cannot go on at byte %d", source, from)}
	case http.StatusOK: // the server does not know ranges, or there was nothing yet
		from = 0
		flags |= os.O_TRUNC
	case http.StatusPartialContent:
		if !strings.HasPrefix(resp.Header.Get("Content-Range"), fmt.Sprintf("bytes %d-", from)) {
			return fmt.Errorf("fetch: %s: the server goes on at %q where byte %d was asked for", source, resp.Header.Get("Content-Range"), from)
		}
	}
	f, err := os.OpenFile(p.path, flags, 0o644)
	if err != nil {
		return fmt.Errorf("fetch: %w", err)
	}
	defer func() {
		if syncErr := errors.Join(f.Sync(), f.Close()); err == nil && syncErr != nil {
			err = fmt.Errorf("fetch: %w", syncErr)
		}
	}()
	total := from + max(0, resp.ContentLength)
	buf := make([]byte, 256<<10)
	for done := from; ; {
		n, readErr := resp.Body.Read(buf)
		stall.Reset(o.Stall)
		if _, err := f.Write(buf[:n]); err != nil {
			return fmt.Errorf("fetch: %w", err)
		}
		done += int64(n)
		o.Progress(done, max(total, done))
		if readErr == io.EOF {
			return nil
		}
		if readErr != nil {
			return stalled(ctx, source, passing{fmt.Errorf("fetch: %s: %w", source, readErr)})
		}
	}
}

var errStalled = errors.New("nothing has arrived for too long")

// stalled names the cause of an error that came of giving up.
func stalled(ctx context.Context, source string, err error) error {
	if context.Cause(ctx) == errStalled {
		return passing{fmt.Errorf("fetch: %s: %w", source, errStalled)}
	}
	return err
}

// digest returns the MD5 checksum of a file as 32 hexadecimal digits.
func digest(ctx context.Context, path string) (string, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer f.Close()
	h := md5.New()
	buf := make([]byte, 1<<20)
	for {
		if err := ctx.Err(); err != nil {
			return "", err
		}
		n, err := f.Read(buf)
		h.Write(buf[:n])
		if err == io.EOF {
			return hex.EncodeToString(h.Sum(nil)), nil
		}
		if err != nil {
			return "", err
		}
	}
}
