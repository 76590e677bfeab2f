// Package index is the search index of a region: it is built from an extract and read from the
// mapped region file without being parsed.
//
// The index holds three kinds of things. Terms are folded words; they live in an FST and are
// numbered in their order. Names are distinct texts, each a sequence of terms, sorted by it; a name
// shared by sixty main streets is stored and matched once. Docs are places: streets (merged of the
// ways of one name), areas, populated places, postcodes and venues, each with a point, a name and a
// chain of the areas that hold it. House numbers are not docs: they hang on their street in blocks
// that are sorted by number. Three R-trees find what lies near a point: pieces of streets, blocks of
// house numbers, and venues; a fourth finds the areas around it.
//
// Every section is validated when the index is opened as far as that takes constant or cheap
// linear time; Check reads everything. Accessors bound-check what they read: odd content gives odd
// or missing answers, never a panic or an endless loop.
package index
