// Makes the list of places: name, country, latitude, longitude, sorted by country, name and position.
import { readFileSync, writeFileSync } from "node:fs";
import { gzipSync } from "node:zlib";

const [citiesFile, target] = process.argv.slice(2);
const lines = JSON.parse(readFileSync(citiesFile, "utf8"))
  .map(({ name, country, lat, lng }) => `${country}\t${name.replace(/\s+/g, " ").trim()}\t${+lat}\t${+lng}\n`)
  .sort((a, b) => (a < b ? -1 : 1));
writeFileSync(target, gzipSync([...new Set(lines)].join(""), { level: 9 }));
console.error(`${lines.length} places`);
