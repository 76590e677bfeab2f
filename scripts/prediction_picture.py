#!/usr/bin/env python3
"""Draws the GeoJSON export of a prediction as an SVG picture.

    footstepd call get_prediction @docs/prediction-example.json --format geojson | python3 scripts/prediction_picture.py > picture.svg

Shown are the cells by score, the segments with their share of comparable cases, what was searched, the distance rings,
where cars get to the segments, and the initial planning point.
"""

import json
import math
import sys
from collections import defaultdict
from html import escape

WIDTH, MARGIN, LEGEND = 720, 14, 74


def main():
    collection = json.load(sys.stdin)
    folders = defaultdict(list)
    for feature in collection["features"]:
        if feature["geometry"]:  # a folder itself has none
            folders[feature["properties"]["folder"]].append(feature)
    draw = Picture(folders["Search priority"])
    draw.cells(folders["Search priority"])
    draw.searched(folders["Searched"])
    draw.rings(folders["Rings"])
    draw.segments(folders["Segments"])
    draw.accesses(folders["Vehicle access"])
    draw.start(folders["Initial planning point"])
    draw.legend(folders["Search priority"], collection["attribution"])
    sys.stdout.write(draw.finish())


def rings_of(geometry):
    """The rings of a Polygon or MultiPolygon, shells and holes alike."""
    polygons = geometry["coordinates"] if geometry["type"] == "MultiPolygon" else [geometry["coordinates"]]
    return [ring for polygon in polygons for ring in polygon]


def centroid(ring):
    """The middle of a ring's area."""
    area = x = y = 0.0
    for (x0, y0, *_), (x1, y1, *_) in zip(ring, ring[1:]):
        cross = x0 * y1 - x1 * y0
        area, x, y = area + cross, x + (x0 + x1) * cross, y + (y0 + y1) * cross
    return x / (3 * area), y / (3 * area)


class Picture:
    def __init__(self, cells):
        points = [p for f in cells for ring in rings_of(f["geometry"]) for p in ring]
        west, east = min(p[0] for p in points), max(p[0] for p in points)
        self.south, self.north = min(p[1] for p in points), max(p[1] for p in points)
        self.west, self.shrink = west, math.cos(math.radians((self.south + self.north) / 2))
        self.scale = (WIDTH - 2 * MARGIN) / ((east - west) * self.shrink)  # pixels a degree of latitude
        self.height = round((self.north - self.south) * self.scale) + 2 * MARGIN
        self.parts = []

    def at(self, point):
        return MARGIN + (point[0] - self.west) * self.shrink * self.scale, MARGIN + (self.north - point[1]) * self.scale

    def path(self, rings):
        text = ""
        for ring in rings:
            points = [self.at(p) for p in ring[:-1]]
            text += "M" + "L".join(f"{x:.0f} {y:.0f}" for x, y in points) + "Z"
        return text

    def add(self, text):
        self.parts.append(text)

    def label(self, x, y, text, size=12, weight="normal", color="#111", anchor="middle"):
        self.add(f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size}" font-weight="{weight}" fill="{color}" text-anchor="{anchor}" '
                 f'stroke="#fff" stroke-width="3" paint-order="stroke">{escape(text)}</text>')

    def cells(self, features):
        by_color = defaultdict(list)
        for f in features:
            by_color[f["properties"]["fill"]] += rings_of(f["geometry"])
        for color in sorted(by_color):
            self.add(f'<path d="{self.path(by_color[color])}" fill="{color}" fill-opacity="0.8" stroke="#fff" stroke-width="0.4"/>')

    def searched(self, features):
        for f in features:
            rings = rings_of(f["geometry"])
            self.add(f'<path d="{self.path(rings)}" fill="url(#searched)" stroke="#525252" stroke-width="1.5"/>')
            x = sum(self.at(p)[0] for p in rings[0][:-1]) / (len(rings[0]) - 1)
            y = min(self.at(p)[1] for p in rings[0])
            self.label(x, y + 14, f["properties"]["title"], 11, color="#333")

    def rings(self, features):
        for f in features:
            ring = rings_of(f["geometry"])[0]
            self.add(f'<path d="{self.path([ring])}" fill="none" stroke="#08519c" stroke-width="1.6" stroke-dasharray="6 4"/>')
            x, y = self.at(min(ring, key=lambda p: p[1]))
            if MARGIN < y < self.height - MARGIN:
                self.label(x, y + 12, f["properties"]["title"], 11, color="#08519c")

    def segments(self, features):
        for f in features:
            self.add(f'<path d="{self.path(rings_of(f["geometry"]))}" fill="none" stroke="#222" stroke-width="2" stroke-linejoin="round"/>')
        for f in features:
            x, y = self.at(centroid(max(rings_of(f["geometry"]), key=len)))
            self.label(x, y - 14, f["properties"]["segment"], 17, "bold")
            self.label(x, y, f'{100 * f["properties"]["probability"]:.1f} %', 12)

    def accesses(self, features):
        for f in features:
            x, y = self.at(f["geometry"]["coordinates"])
            self.add(f'<rect x="{x - 4:.0f}" y="{y - 4:.0f}" width="8" height="8" fill="#fff" stroke="#111" stroke-width="1.5"/>')
            self.label(x, y + 16, f["properties"].get("road", ""), 10)

    def start(self, features):
        for f in features:
            x, y = self.at(f["geometry"]["coordinates"])
            self.add(f'<path d="M{x - 8:.0f} {y:.0f}H{x + 8:.0f}M{x:.0f} {y - 8:.0f}V{y + 8:.0f}" stroke="#fff" stroke-width="6"/>'
                     f'<path d="M{x - 8:.0f} {y:.0f}H{x + 8:.0f}M{x:.0f} {y - 8:.0f}V{y + 8:.0f}" stroke="#000" stroke-width="2.5"/>')

    def legend(self, cells, attribution):
        top = self.height
        self.add(f'<rect y="{top}" width="{WIDTH}" height="{LEGEND}" fill="#fff"/>')
        best = {}
        for f in cells:
            color, score = f["properties"]["fill"], int(f["properties"]["value"])
            low, high = best.get(color, (score, score))
            best[color] = min(low, score), max(high, score)
        x = MARGIN
        self.label(x, top + 18, "score", 12, anchor="start")
        x += 40
        for color, (low, high) in sorted(best.items(), key=lambda item: -item[1][1]):
            self.add(f'<rect x="{x}" y="{top + 7}" width="14" height="14" fill="{color}" fill-opacity="0.8"/>')
            self.label(x + 18, top + 18, f"{high}–{low}", 11, anchor="start")
            x += 62
        metres = 500
        length = metres / 111_195 * self.scale
        x = WIDTH - MARGIN - length
        self.add(f'<path d="M{x:.0f} {top + 8}v8h{length:.0f}v-8" fill="none" stroke="#111" stroke-width="1.5"/>')
        self.label(x + length / 2, top + 13, f"{metres} m", 11)
        self.label(MARGIN, top + 40, "✚ initial planning point   ▢ access by car   - - rings of the statistics   A … segments with their share of comparable cases   ▨ searched", 11, anchor="start")
        self.label(MARGIN, top + 60, f"{attribution}. A decision aid made of published averages.", 11, color="#444", anchor="start")

    def finish(self):
        height = self.height + LEGEND
        return "\n".join([
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif">',
            "<title>Search priorities, segments, rings and the searched block</title>",
            '<defs><pattern id="searched" width="8" height="8" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
            '<path d="M0 0V8" stroke="#525252" stroke-width="2.5"/></pattern></defs>',
            f'<rect width="{WIDTH}" height="{height}" fill="#fff"/>',
            *self.parts,
            "</svg>", "",
        ])


if __name__ == "__main__":
    main()
