// Package query finds what a text may mean. A text becomes a lattice of words: each of its atoms,
// joined or split ones, short forms and, in later passes, words that differ by a typing error.
// Names that the lattice spells are aligned with it; each doc with such a name is then a reading of
// the text, in which the atoms that the name leaves over must be explained: as a house number of the
// street, as areas around it, as its postcode, or as a flat or floor that no map knows. The reading
// that explains the most with the least bending wins. Cheap passes come first; a later one runs only
// while the best reading still leaves something open.
//
// Work is bounded: a search looks at no more than a fixed number of names, docs and house numbers,
// whatever it is asked.
package query
