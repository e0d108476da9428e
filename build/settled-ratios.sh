#!/usr/bin/env bash
# Measures every row of a run of 'genie bench' once more, for 10 s after 15 s of warm-up, and prints the ratios of the run's medians to that:
#   build/settled-ratios.sh results.json [FOLDER]
# Takes about half a minute a row. What FOLDER holds of an earlier call is not measured again.
set -euo pipefail
root=$(cd -P "$(dirname "$0")/.." && pwd)
folder=${2:-$(mktemp -d)}
mkdir -p "$folder"
cp "$1" "$folder/short.json"

"$root/genie" report "$folder/short.json" --sql "select distinct broker, client, mode from runs where valid order by all" | sed '1,2d; s/|/ /g' |
  while read -r broker client mode; do
    long=$folder/long-$broker-$client-$mode.json
    [ -f "$long" ] && continue
    connections=1,32
    [ "$mode" = round-trip ] || connections=1
    "$root/genie" bench "$broker" --client "$client" --mode "$mode" --connections "$connections" --warmup 15s --duration 10s \
      --out "$folder" --json "$long" --history none --quiet </dev/null || printf '%s (%s): not all rows were measured\n' "$broker" "$client" >&2
  done

ratios="with medians as (
    select broker, client, mode, confirmation, connections, file = 'short.json' as short, median(throughput_per_s) as throughput, median(latency_us.p50) as p50
    from runs where requests > 0 group by all),
  ratios as (
    select broker, client, mode, confirmation, connections, round(s.throughput / l.throughput, 2) as throughput, round(l.p50 / s.p50, 2) as p50
    from medians s join medians l using (broker, client, mode, confirmation, connections) where s.short and not l.short)"
"$root/genie" report "$folder/*.json" --sql "$ratios select * from ratios order by throughput"
"$root/genie" report "$folder/*.json" --sql "$ratios select count(*) as rows, median(throughput), min(throughput), median(p50), min(p50) from ratios"
