// Makes world-admin1.topojson.gz from the simplified, quantised TopoJSON that mapshaper wrote: the geometry untouched, the
// properties named as in every layer of this folder.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [source, target] = process.argv.slice(2);
const topology = JSON.parse(readFileSync(source, "utf8"));
const divisions = topology.objects.admin1.geometries;

// Natural Earth keeps dependencies and disputed places as "admin" units of their own under a country's ISO code. The
// country's name is that of most divisions with the code; where that is no country's name, it stands here.
const names = { PS: "Palestine" };
const counts = new Map();
for (const { properties: { iso_a2, admin } } of divisions) {
  const ofCountry = counts.get(iso_a2) ?? new Map();
  counts.set(iso_a2, ofCountry.set(admin, (ofCountry.get(admin) ?? 0) + 1));
}
const countryName = (code) => names[code] ?? [...counts.get(code)].sort((a, b) => b[1] - a[1])[0][0];

topology.objects = {
  state: {
    type: "GeometryCollection",
    geometries: divisions.map(({ type, arcs, properties }) => ({
      type, arcs, properties: {
        code: properties.iso_3166_2, name: properties.name ?? properties.admin,
        countryCode: properties.iso_a2, countryName: countryName(properties.iso_a2),
      },
    })),
  },
};
writeFileSync(target, gzipSync(JSON.stringify(topology), { level: 9 }));
