// Makes the GeoJSON of postal cells: the Voronoi cells, in Web Mercator, of the centres of ZIP code areas. An approximation:
// a ZIP code is a route of letter carriers, and the Census Bureau's ZCTAs, which follow it, are in none of the packages.
import { readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { Delaunay } from "d3-delaunay";

const [zipsFile, namesFile, countiesFile, target] = process.argv.slice(2);
const zips = createRequire(import.meta.url)(zipsFile);
const names = new Map();
for (const line of readFileSync(namesFile, "utf8").split("\n")) {
  const [, zip, name, , state] = line.split("\t");
  if (state && !names.has(zip)) names.set(zip, { name, state: `US-${state}` });
}

// In metres: d3-delaunay takes triangles of less than 1e-9 square units for degenerate, and Manhattan has small ones.
const radius = 6378137;
const east = (longitude) => (radius * longitude * Math.PI) / 180;
const north = (latitude) => radius * Math.asinh(Math.tan((latitude * Math.PI) / 180));
// Finer than what is written in the end: cells of single buildings would collapse before they are clipped.
const round = (number) => Math.round(number * 1e9) / 1e9;
const place = ([x, y]) => [round((x / radius) * (180 / Math.PI)), round(Math.atan(Math.sinh(y / radius)) * (180 / Math.PI))];
const points = [...new Map(zips.map((zip) => [`${zip.longitude} ${zip.latitude}`, zip])).values()]
  .sort((a, b) => (a.zipCode < b.zipCode ? -1 : 1));
const voronoi = Delaunay.from(points, (p) => east(p.longitude), (p) => north(p.latitude))
  .voronoi([east(-180), north(-60), east(180), north(80)]);

const codes = new Set(JSON.parse(readFileSync(countiesFile, "utf8")).objects.county.geometries.map((county) => county.properties.stateCode));
const features = points.map(({ zipCode }, i) => {
  const { name, state } = names.get(zipCode) ?? { name: zipCode, state: "" };
  return {
    type: "Feature", properties: { code: zipCode, name, parentCode: codes.has(state) ? state : "" },
    geometry: { type: "Polygon", coordinates: [voronoi.cellPolygon(i).map(place)] },
  };
});
writeFileSync(target, JSON.stringify({ type: "FeatureCollection", features }));
console.error(`${features.length} cells, ${features.filter((f) => f.properties.name === f.properties.code).length} without a name`);
