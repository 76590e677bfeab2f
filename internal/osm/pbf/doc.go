// Package pbf reads OpenStreetMap PBF files. Files may come from anywhere, so nothing in them is
// trusted: sizes are bounded, indexes checked, and whatever is wrong ends in an error that names
// the byte offset of the block at fault. Blocks are decoded side by side and come out in order.
//
// What is read: dense and plain nodes, ways with or without positions, relations; raw, zlib, zstd
// and lz4 blobs. Of an object's metadata only version, time stamp and visibility are kept.
//
// The format is described at https://wiki.openstreetmap.org/wiki/PBF_Format.
package pbf
