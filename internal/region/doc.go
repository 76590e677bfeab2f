// Package region reads and writes region files: one file that holds named sections, each page
// aligned and checksummed, behind a directory. It knows nothing of what the sections mean. A
// file is written beside its final place, synced and renamed, so that a crash leaves any earlier
// file as it was. It is read by mapping it into memory: nothing is parsed at start and the big
// arrays never lie on the Go heap.
//
// Slices that come out of a File are valid only while a reference to it is held; see
// File.Acquire. The format is documented in docs/region-format.md.
package region
