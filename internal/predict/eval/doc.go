// Package eval judges the prediction by what it puts out, from outside: it shares neither code nor
// weights with the model. Agents walk over a raster of the map, their ends are taken as finds, and
// the surface is scored against simple maps that anybody could draw: even, by distance rings, by
// travel, by distance from a road.
//
// Where agents end says nothing about how far people get. So ends are weighted until their
// distances agree with the published curve, and only the placement within a distance is judged.
// The agents follow the six ways of behaving of Hashimoto, Heintzman, Koester and Abaid, 2022 (doi
// 10.1038/s41598-022-09502-4), mixed at random, since nobody knows the right mixture.
package eval
