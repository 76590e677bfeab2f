package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/footstepd/footstepd/internal/tools"
	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// progressEvery is the least time between two notices of progress.
const progressEvery = 200 * time.Millisecond

// withProgress returns a context whose call tells the client of its progress, if the client asked for
// that with a token. Notices are sent at most so often, each with a higher figure than the one before;
// one that cannot be sent is left out.
func withProgress(ctx context.Context, meta *mcp.Meta) context.Context {
	s := server.ServerFromContext(ctx)
	if meta == nil || meta.ProgressToken == nil || s == nil {
		return ctx
	}
	var mu sync.Mutex
	next, told := time.Now().Add(progressEvery), 0
	return tools.WithProgress(ctx, func(done, total int) {
		mu.Lock()
		defer mu.Unlock()
		if now := time.Now(); now.After(next) && done > told && done < total && ctx.Err() == nil {
			next, told = now.Add(progressEvery), done
			_ = s.SendNotificationToClient(ctx, string(mcp.MethodNotificationProgress), map[string]any{
				"progressToken": meta.ProgressToken, "progress": done, "total": total,
			})
		}
	})
}
