// Package geotiff reads heights from GeoTIFF files: one band of 16, 32 or 64 bits in geographic
// coordinates, in strips or tiles, plain or packed (LZW, Deflate, PackBits), with the predictors for whole
// and for floating-point numbers, BigTIFF among them. It follows TIFF 6.0, TIFF Technical Notes 1 and 3
// and OGC GeoTIFF 1.1.
//
// Errors say what is wrong with a file and how it can be converted; they do not name it.
package geotiff
