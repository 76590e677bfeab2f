#!/usr/bin/env python3
"""Makes exports of three predictions of Delaware and opens them with the programs that are installed.

    python3 scripts/open_exports.py BINARY REGION [DIRECTORY]     (make exports)

Programs are QGIS (by PyQGIS, which also draws a picture of each export), GDAL (ogrinfo), GPSBabel (to three of Garmin's
formats and back) and xmllint; on Debian: apt-get install qgis python3-qgis gdal-bin gpsbabel libxml2-utils. One that is
missing is skipped and said so. A table tells what each program read. The status is 1 when one could not read an
export, or read something else than was written.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as ElementTree
from collections import Counter

PLACE = {"lat": 39.6837, "lon": -75.7497}
BLOCK = [[[-75.7515, 39.6815], [-75.744, 39.6815], [-75.744, 39.685], [-75.7515, 39.685], [-75.7515, 39.6815]]]
COMMON = {"datetime": "2026-11-30T16:00:00-05:00", "segments": 8, "initial_bearing_deg": 45,
          "searched": [{"pod": 0.7, "polygon": {"type": "Polygon", "coordinates": BLOCK}}]}
REQUESTS = {
    "circle": COMMON | {"profile": "dementia_alzheimers", "area_type": "circle", "center": PLACE, "radius_m": 1500},
    "path": COMMON | {"profile": "hiker", "area_type": "path", "buffer_m": 300, "last_known_point": PLACE, "path": {
        "type": "LineString", "coordinates": [[-75.75, 39.68], [-75.742, 39.69], [-75.738, 39.7], [-75.745, 39.715]]}},
    "polygon": COMMON | {"profile": "despondent", "area_type": "polygon", "last_known_point": PLACE, "polygon": {
        "type": "Polygon", "coordinates": [
            [[-75.78, 39.66], [-75.7, 39.66], [-75.69, 39.71], [-75.76, 39.72], [-75.78, 39.66]],
            [[-75.74, 39.68], [-75.74, 39.69], [-75.73, 39.69], [-75.73, 39.68], [-75.74, 39.68]]]}},
}
FORMATS = "kml", "geojson", "gpx"
GARMIN = {"gdb": "waypoints, tracks", "garmin_txt": "waypoints, tracks", "garmin_gpi": "waypoints"}


class Wrong(Exception):
    """A program read something else than was written."""


def check(right, what):
    if not right:
        raise Wrong(what)


def run(*args):
    done = subprocess.run(args, capture_output=True, text=True)
    check(done.returncode == 0, f"{args[0]}: {(done.stderr or done.stdout).strip()[-300:]}")
    return done.stdout


def names_of(path):
    """What an export holds: the names of its points, and of its lines and areas."""
    if path.endswith(".geojson"):
        points, others = [], []
        for f in json.load(open(path))["features"]:
            if f["geometry"]:
                (points if f["geometry"]["type"] == "Point" else others).append(f["properties"]["title"])
        return points, others
    root = ElementTree.parse(path).getroot()
    for element in root.iter():
        element.tag = element.tag.partition("}")[2]
    if root.tag == "gpx":
        return [w.findtext("name") for w in root.iter("wpt")], [t.findtext("name") for t in root.iter("trk")]
    placemarks = list(root.iter("Placemark"))
    points = [p.findtext("name") for p in placemarks if p.find("Point") is not None]
    return points, [p.findtext("name") for p in placemarks if p.find("Point") is None]


def xmllint(path):
    if path.endswith(".geojson"):
        return None
    run("xmllint", "--noout", path)
    return "well formed"


def ogrinfo(path):
    points, others = names_of(path)
    layers, counts = [], []
    for line in run("ogrinfo", "-ro", "-al", "-so", path).splitlines():
        if line.startswith("Layer name: "):
            layers.append(line.removeprefix("Layer name: "))
        if line.startswith("Feature Count: "):
            counts.append(int(line.removeprefix("Feature Count: ")))
    have = {name: n for name, n in zip(layers, counts) if not name.endswith("_points")}  # GPX lists points of tracks, too
    want = len(points) + len(others)
    if path.endswith(".geojson"):
        want = len(json.load(open(path))["features"])  # with folders
    check(sum(have.values()) == want, f"{have}, of {want} features")
    return ", ".join(f"{n} {name}" for name, n in have.items() if n)


def gpsbabel(path):
    if not path.endswith(".gpx"):
        return None
    points, tracks = names_of(path)
    symbols = Counter(re.findall("<sym>(.*)</sym>", open(path).read()))
    told = []
    for form, holds in GARMIN.items():
        with tempfile.TemporaryDirectory() as folder:
            there, back = os.path.join(folder, "there"), os.path.join(folder, "back.gpx")
            kinds = ["-w", "-t"] if "tracks" in holds else ["-w"]
            run("gpsbabel", *kinds, "-i", "gpx", "-f", path, "-o", form, "-F", there)
            run("gpsbabel", *kinds, "-i", form, "-f", there, "-o", "gpx", "-F", back)
            w, t = names_of(back)
            check(sorted(w) == sorted(points), f"{form}: waypoints come back by other names: {set(w) ^ set(points)}")
            if "tracks" in holds:
                check(sorted(t) == sorted(tracks), f"{form}: tracks come back by other names: {set(t) ^ set(tracks)}")
                kept = Counter(re.findall("<sym>(.*)</sym>", open(back).read()))
                check(kept == symbols, f"{form}: symbols come back as {kept}, not {symbols}")
            told.append(f"{form} {len(w)}" + (f"+{len(t)}" if "tracks" in holds else ""))
    return "waypoints and tracks there and back: " + ", ".join(told)


def qgis(path):
    points, others = names_of(path)
    read = json.loads(run(qgis.python, __file__, "--qgis", path).splitlines()[-1])
    check(read["points"] == len(points) and read["others"] == len(others), f"{read}, of {len(points)} points, {len(others)} others")
    check(read["crs"] == ["EPSG:4326"], f"CRS {read['crs']}")
    check(not read["wrong"], f"{read['wrong']} geometries are not valid")
    check(read["planning_point"], "the extent leaves the planning point out")
    if not path.endswith(".gpx"):
        check(not read["text"], f"figures are text: {read['text']}")
    return f"{read['layers']} layers, {read['points']} points, {read['others']} lines and areas, all valid; {read['style']}"


def pyqgis():
    """The Python that knows QGIS, None without one."""
    for python in (sys.executable, "/usr/bin/python3"):
        if os.path.exists(python) and subprocess.run([python, "-c", "import qgis.core"], capture_output=True).returncode == 0:
            return python
    return None


def read_with_qgis(path):
    """Runs under the Python that knows QGIS: prints what it reads, and draws it beside the file."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from qgis import core
    from qgis.PyQt.QtCore import QSize
    from qgis.PyQt.QtGui import QColor

    app = core.QgsApplication([], False)
    app.initQgis()
    read = {"layers": 0, "points": 0, "others": 0, "wrong": 0, "planning_point": False, "text": []}
    crs, styles, layers, extent = set(), set(), [], core.QgsRectangle()
    web = core.QgsCoordinateReferenceSystem("EPSG:3857")
    ogr = core.QgsProviderRegistry.instance().providerMetadata("ogr")
    for sub in ogr.querySublayers(path, core.Qgis.SublayerQueryFlag.ResolveGeometryType):
        layer = core.QgsVectorLayer(sub.uri(), sub.name(), "ogr")
        if not layer.isValid():
            raise SystemExit(f"layer {sub.name()} is not valid")
        if not layer.isSpatial() or layer.featureCount() == 0 or sub.name() == "track_points":
            continue
        layers.append(layer)
        read["layers"] += 1
        crs.add(layer.crs().authid())
        styles.add(layer.renderer().type())
        for field in layer.fields():
            if field.name() in ("probability", "rank", "score", "area_square_meters", "radius_meters") and not field.isNumeric():
                read["text"].append(field.name())
        point = layer.geometryType() == core.QgsWkbTypes.PointGeometry
        for feature in layer.getFeatures():
            read["points" if point else "others"] += 1
            read["wrong"] += not feature.geometry().isGeosValid()
        box = layer.extent()
        read["planning_point"] |= box.contains(core.QgsPointXY(PLACE["lon"], PLACE["lat"]))
        if layer.name() != "Rings":  # which reach far
            to = core.QgsCoordinateTransform(layer.crs(), web, core.QgsProject.instance())
            extent.combineExtentWith(to.transformBoundingBox(box))
    read["crs"] = sorted(crs)
    read["style"] = "in the colours of the file" if styles == {"embeddedSymbol"} else "in QGIS's own colours"
    settings = core.QgsMapSettings()
    settings.setOutputSize(QSize(1000, 800))
    settings.setBackgroundColor(QColor("white"))
    settings.setDestinationCrs(web)
    settings.setLayers(layers[::-1])
    extent.scale(1.05)
    settings.setExtent(extent)
    job = core.QgsMapRendererSequentialJob(settings)
    job.start()
    job.waitForFinished()
    job.renderedImage().save(path + ".png")
    print(json.dumps(read))
    sys.stdout.flush()
    os._exit(0)  # QGIS ends badly without a display


def main(binary, region, directory):
    os.makedirs(directory, exist_ok=True)
    qgis.python = pyqgis()
    programs = [(p, p.__name__ if p is not qgis else "QGIS") for p in (xmllint, ogrinfo, gpsbabel, qgis)]
    for program, name in programs:
        if not (qgis.python if program is qgis else shutil.which(name)):
            print(f"{name} is not installed: skipped")
    failed = 0
    print(f"{'file':16}{'bytes':>9}  {'program':10}read")
    for name, request in REQUESTS.items():
        for form in FORMATS:
            path = os.path.join(directory, f"{name}.{form}")
            run(binary, "call", "--region", region, "get_prediction", json.dumps(request), "-o", path)
            for program, title in programs:
                if not (qgis.python if program is qgis else shutil.which(title)):
                    continue
                try:
                    told = program(path)
                except Wrong as wrong:
                    told, failed = f"FAILED: {wrong}", 1
                if told:
                    print(f"{name + '.' + form:16}{os.path.getsize(path):9}  {title:10}{told}", flush=True)
    print(f"files{' and pictures' if qgis.python else ''} are in {directory}")
    return failed


if __name__ == "__main__":
    if sys.argv[1:2] == ["--qgis"]:
        read_with_qgis(sys.argv[2])
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__.split("\n\n")[1].strip())
    sys.exit(main(*sys.argv[1:3], sys.argv[3] if len(sys.argv) == 4 else tempfile.mkdtemp(prefix="exports-")))
