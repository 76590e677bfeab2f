package main

import (
	"fmt"
	"io"
	"time"

	"github.com/schollz/progressbar/v3"
)

// progress shows how far a long command has come: a bar per phase on a terminal, plain lines
// elsewhere, at most one every ten seconds besides the first and last of a phase.
type progress struct {
	w       io.Writer
	fancy   bool
	bar     *progressbar.ProgressBar
	current string
	began   time.Time // of the phase
	told    time.Time
	done    float64
}

func newProgress(w io.Writer) *progress { return &progress{w: w, fancy: isTerminal(w)} }

// phase tells that so much of a phase is done, 0 to 1. A new name begins a new phase.
func (p *progress) phase(name string, done float64) {
	now := time.Now()
	if name != p.current {
		p.end()
		p.current, p.began, p.told, p.done = name, now, now, 0
		if p.fancy {
			p.bar = progressbar.NewOptions(1000,
				progressbar.OptionSetWriter(p.w),
				progressbar.OptionSetDescription(fmt.Sprintf("%-18s", name)),
				progressbar.OptionSetWidth(30),
				progressbar.OptionThrottle(100*time.Millisecond),
				progressbar.OptionSetPredictTime(true),
				progressbar.OptionClearOnFinish(),
			)
		}
	}
	p.done = done
	switch {
	case p.fancy:
		_ = p.bar.Set(min(999, int(done*1000))) // the last step is for end
	case now.Sub(p.told) >= 10*time.Second:
		fmt.Fprintf(p.w, "%s: %.0f %%\n", name, done*100)
		p.told = now
	}
}

// end closes the present phase, if there is one.
func (p *progress) end() {
	if p.current == "" {
		return
	}
	if p.fancy {
		_ = p.bar.Finish()
	}
	state := "done"
	if p.done < 1 {
		state = fmt.Sprintf("stopped at %.0f %%", p.done*100)
	}
	fmt.Fprintf(p.w, "%s: %s, %s\n", p.current, state, time.Since(p.began).Round(10*time.Millisecond))
	p.current = ""
}
