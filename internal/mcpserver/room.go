package mcpserver

import (
	"errors"
	"io"
	"sync/atomic"
)

// room bounds the memory that large messages take together, from the first bytes of their bodies to
// their answers. What is small is not counted: it passes even when there is no room for more.
type room struct{ left atomic.Int64 }

const (
	roomSize   = 256 << 20
	freeBytes  = 64 << 10 // of a body
	freeValues = 2000     // of a message
	// A body is held as it came, cut into the fields of the message, and in the answer's log line; a
	// value of JSON becomes an interface with what it points to, twice: for the check and for mcp-go.
	costOfByte  = 4
	costOfValue = 256
)

// errNoRoom is returned when there is no room at present.
var errNoRoom = errors.New("no room for a large message")

// newRoom makes room for several bodies of the largest size.
func newRoom(bodyLimit int64) *room {
	r := &room{}
	r.left.Store(max(roomSize, 4*costOfByte*bodyLimit))
	return r
}

// A claim is what one request holds of a room. It is for one goroutine.
type claim struct {
	room *room
	held int64
}

// take claims bytes of memory, or returns errNoRoom.
func (c *claim) take(n int64) error {
	if n <= 0 {
		return nil
	}
	if c.room.left.Add(-n) < 0 {
		c.room.left.Add(n)
		return errNoRoom
	}
	c.held += n
	return nil
}

// release gives back what is held.
func (c *claim) release() {
	c.room.left.Add(c.held)
	c.held = 0
}

// values claims the memory that a message of so many values takes.
func (c *claim) values(n int) error { return c.take(int64(n-freeValues) * costOfValue) }

// read reads all of r, claiming memory as it comes: a client may promise more than it sends. size is
// what it promises, or negative.
func (c *claim) read(r io.Reader, size int64) ([]byte, error) {
	if size < 0 {
		size = 4 << 10
	}
	body := make([]byte, 0, min(size+1, freeBytes)) // one more, to meet the end without growing
	for {
		if len(body) == cap(body) {
			grown := max(2*cap(body), 512)
			counted := max(cap(body), freeBytes)
			if err := c.take(int64(grown-counted) * costOfByte); err != nil {
				return nil, err
			}
			body = append(make([]byte, 0, grown), body...)
		}
		n, err := r.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case err == io.EOF:
			return body, nil
		case err != nil:
			return nil, err
		}
	}
}
