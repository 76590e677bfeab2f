// Package places holds what stands and lies on the ground: land cover, buildings, waters and lines
// that the prediction looks at, with their geometry, in the region file.
//
// A Builder picks the features from an extract during an import (the rules are in kinds.go) and
// writes them thinned to 2 m in packed blocks; a Store reads them back from the mapped file.
package places
