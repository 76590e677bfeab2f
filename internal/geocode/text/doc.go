// Package text prepares words for searching: it splits texts into atoms, folds them to plain
// lower-case letters and digits, knows which abbreviations of which languages stand for which
// words, and reads house numbers.
//
// Names in the index and queries go through the same functions, so that two spellings meet whenever
// they fold to the same atoms. What folding would lose is never rewritten in the index: an ambiguous
// abbreviation such as "St" stays as it is, and its readings are tried when a query is asked.
package text
