package tools

import "context"

// Progress is told how many of the parts of a call are done. It may be called from several
// goroutines at once and must not block.
type Progress func(done, total int)

type progressKey struct{}

// WithProgress returns a context whose calls tell of their progress, for tools that take long.
func WithProgress(ctx context.Context, p Progress) context.Context {
	return context.WithValue(ctx, progressKey{}, p)
}

// ProgressOf returns whom to tell of the progress of a call, never nil.
func ProgressOf(ctx context.Context) Progress {
	if p, ok := ctx.Value(progressKey{}).(Progress); ok {
		return p
	}
	return func(int, int) {}
}
