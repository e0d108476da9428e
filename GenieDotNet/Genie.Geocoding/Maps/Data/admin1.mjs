// Makes world-admin1.topojson.gz from the TopoJSON that mapshaper wrote: every vertex, the properties named as in every layer
// of this folder. Places are whole numbers of 2^-17 degrees (0.85 m of latitude), each as the step from the one before, so that
// every reader computes the very same doubles and the sides of the world, 180 and 90, are exact.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [source, target] = process.argv.slice(2);
const topology = JSON.parse(readFileSync(source, "utf8"));
const divisions = topology.objects.admin1.geometries;

// Natural Earth keeps dependencies and disputed places as "admin" units of their own under a country's ISO code. The
// country's name is that of most divisions with the code; where that is no country's name, it stands here.
const names = { PS: "Palestine" };

// Natural Earth draws what is in force on the ground; here a division belongs to the country that ISO 3166-2 lists it under,
// so that no answer contradicts itself. Other views are chosen by whoever asks (Maps/Worldviews.cs). Islands with an ISO
// 3166-1 code of their own have it.
const owners = {
  "UA-43": ["UA", "Ukraine"], "UA-40": ["UA", "Ukraine"],
  "-99-X14~": ["CX", "Christmas Island"], "-99-X15~": ["CC", "Cocos (Keeling) Islands"],
};
const counts = new Map();
for (const { properties: { iso_a2, admin } } of divisions) {
  const ofCountry = counts.get(iso_a2) ?? new Map();
  counts.set(iso_a2, ofCountry.set(admin, (ofCountry.get(admin) ?? 0) + 1));
}
const owner = ({ iso_3166_2, iso_a2 }) => owners[iso_3166_2] ?? [iso_a2, countryName(iso_a2)];
const countryName = (code) => names[code] ?? [...counts.get(code)].sort((a, b) => b[1] - a[1])[0][0];

const unit = 2 ** -17;
topology.transform = { scale: [unit, unit], translate: [0, 0] };
topology.arcs = topology.arcs.map((arc) => {
  let before = [0, 0];
  return arc.map((place) => {
    const here = place.map((degrees) => Math.round(degrees / unit));
    const step = [here[0] - before[0], here[1] - before[1]];
    before = here;
    return step;
  });
});
topology.objects = {
  state: {
    type: "GeometryCollection",
    geometries: divisions.map(({ type, arcs, properties }) => ({
      type, arcs, properties: {
        code: properties.iso_3166_2.replace(/^-99/, owner(properties)[0]), name: properties.name ?? properties.admin,
        countryCode: owner(properties)[0], countryName: owner(properties)[1],
      },
    })),
  },
};
writeFileSync(target, gzipSync(JSON.stringify(topology), { level: 9 }));
