// Package elevation holds the heights of the ground in a region file: a Builder reads height files
// (SRTM tiles, GeoTIFF) at an import, crops them to what the extract covers and stores them packed; a Source
// answers how high a point lies.
package elevation
