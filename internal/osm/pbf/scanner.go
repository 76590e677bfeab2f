package pbf

import (
	"context"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
	"sync"
)

// A Scanner reads the blocks of a file in order while it decodes several side by side.
type Scanner struct {
	file    *File
	source  *os.File
	want    Kinds
	cancel  context.CancelFunc
	ctx     context.Context
	jobs    chan job
	ordered chan chan result // one per block, in file order
	running sync.WaitGroup
	buffers sync.Pool

	total  int64 // bytes that the scan will read
	done   int64 // bytes of the blocks returned so far
	first  bool  // this scan reads all of the file
	blocks []blockAt
	digest hash.Hash // complete when ordered is closed without an error
	err    error
}

type job struct {
	frame frame
	out   chan<- result
}

type result struct {
	block *Block
	err   error
}

func newScanner(ctx context.Context, f *File, r *os.File, want Kinds, workers int) *Scanner {
	workers = max(1, workers)
	ctx, cancel := context.WithCancel(ctx)
	s := &Scanner{
		file: f, source: r, want: want, ctx: ctx, cancel: cancel,
		jobs:    make(chan job),
		ordered: make(chan chan result, workers),
	}
	s.running.Add(workers + 1) // the reading goroutine is the one more
	for range workers {
		go s.decode()
	}
	return s
}

// Next returns the next block, io.EOF after the last one. In the first scan of a file some blocks
// come without wanted objects.
func (s *Scanner) Next() (*Block, error) {
	if s.err != nil {
		return nil, s.err
	}
	out, ok := <-s.ordered
	if !ok {
		s.finish()
		return nil, s.err
	}
	r := <-out
	if s.err = r.err; s.err != nil {
		return nil, s.err
	}
	s.done += r.block.size
	if s.first {
		s.blocks = append(s.blocks, blockAt{r.block.Offset, r.block.size, r.block.kind})
	}
	return r.block, nil
}

// finish ends a scan whose blocks have all been returned.
func (s *Scanner) finish() {
	if s.err = s.ctx.Err(); s.err != nil {
		return
	}
	s.err = io.EOF
	if s.first {
		s.file.learn(s.blocks, s.digest)
	}
}

// Progress returns how many bytes the blocks returned so far take in the file and how many the
// whole scan will read.
func (s *Scanner) Progress() (done, total int64) { return s.done, s.total }

// Close ends the scan and waits for its goroutines.
func (s *Scanner) Close() {
	s.cancel()
	s.running.Wait()
	s.source.Close()
}

// readAll reads a file block by block from its beginning.
func (s *Scanner) readAll(r io.Reader) {
	defer s.endReading()
	r = io.TeeReader(r, s.digest)
	var offset int64
	for {
		fr, err := readFrame(r, offset, s.buffer())
		if err == io.EOF {
			return
		}
		if !s.pass(fr, err) {
			return
		}
		offset += fr.size
	}
}

// readWanted reads only the blocks that hold what is wanted.
func (s *Scanner) readWanted(r io.ReaderAt) {
	defer s.endReading()
	for _, b := range s.file.blocks {
		if b.kind&s.want != 0 {
			fr, err := readFrame(io.NewSectionReader(r, b.offset, b.size), b.offset, s.buffer())
			if err == io.EOF {
				err = readError(b.offset, 0, err)
			}
			if !s.pass(fr, err) {
				return
			}
		}
	}
}

func (s *Scanner) endReading() {
	close(s.jobs)
	close(s.ordered)
	s.running.Done()
}

// pass hands a block on to a decoder, and an error to the caller of Next. It returns false when
// reading should end.
func (s *Scanner) pass(fr frame, err error) bool {
	out := make(chan result, 1)
	if err != nil {
		out <- result{err: err}
	}
	select {
	case s.ordered <- out:
	case <-s.ctx.Done():
		return false
	}
	if err != nil {
		return false
	}
	select {
	case s.jobs <- job{fr, out}:
		return true
	case <-s.ctx.Done():
		out <- result{err: s.ctx.Err()}
		return false
	}
}

// decode works off jobs until there are no more.
func (s *Scanner) decode() {
	defer s.running.Done()
	var z inflater
	defer z.close()
	for j := range s.jobs {
		b := &Block{Offset: j.frame.offset, size: j.frame.size}
		err := s.decodeFrame(j.frame, &z, b)
		s.buffers.Put(&j.frame.blob)
		if err != nil {
			err = &OffsetError{j.frame.offset, err}
		}
		j.out <- result{b, err}
	}
}

// decodeFrame turns a panic into an error: the decompressors are not ours.
func (s *Scanner) decodeFrame(fr frame, z *inflater, b *Block) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("its content is damaged: %v", p)
		}
	}()
	switch {
	case fr.kind == "OSMHeader" && fr.offset == 0:
		return nil // read by Open
	case fr.kind == "OSMHeader":
		return errors.New("it is a second header; join files with `osmium merge`, not by stringing them together")
	case fr.kind != "OSMData":
		return nil // readers are to skip what they do not know
	}
	data, err := z.unpack(fr.blob)
	if err != nil {
		return err
	}
	return decodeBlock(data, s.want, b)
}

func (s *Scanner) buffer() []byte {
	if b, ok := s.buffers.Get().(*[]byte); ok {
		return (*b)[:0]
	}
	return nil
}
