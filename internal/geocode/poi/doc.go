// Package poi knows the places of an extract by what they are: cafés, bus stops, benches, whether
// they have a name or not. It holds the table of categories with its words, and the sections of a
// region file with each object's position, categories and the tags that a visitor asks for.
package poi
