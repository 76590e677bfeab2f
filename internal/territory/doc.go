// Package territory knows in which country a place lies, on which side traffic keeps there, in which
// unit speeds are told and which time zone holds. A coarse map of the world is part of the program;
// an import cuts the piece of the region out of it, puts the borders that the extract holds in place
// of the coarse ones, and stores the outcome in the region file, so that nothing else is needed in
// service.
//
// Borders, driving sides and units come from country-coder 5.6.1 (ISC licence, Copyright 2025,
// country-coder contributors), the zones within countries of several from tz-lookup 11.7.0 (CC0 1.0;
// made of timezone-boundary-builder), and the list of each country's zones from zone.tab of the time
// zone database (public domain). Command generate makes data/world.bin of them.
package territory
