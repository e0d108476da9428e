#!/usr/bin/env bash
# Prints the tables of "In simulation" in docs/results/datagrams.md:  bash build/game-tables.sh [GENIE]   (default ./genie)
# Simulated time and one seed: the same on every machine, however busy it is. Some ten minutes, most of them for 10,000 clients.
set -euo pipefail
cd "$(dirname "$0")/.."
genie=${1:-./genie}
seed=27

# The rows of one run: what stands before the columns of numbers, then those of the terminal.
rows() {
  local before=$1; shift
  "$genie" game --seed "$seed" "$@" | awk -v before="$before" '
    NF >= 8 && $NF ~ /^([0-9.]+|-)$/ && $(NF-1) ~ /^[01]\.[0-9]+$/ {
      loss = $1; if ($2 == "bursts") loss = loss " in bursts"
      printf "| %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n", before, loss, $(NF-7), $(NF-6), $(NF-5), $(NF-4), $(NF-3), $(NF-2), $(NF-1), $NF
    }'
}

head() {
  printf '\n| workload | network | loss %% | clients | states seen %% | late %% | states p50/p99 ms | events once %% | events p50/p99 ms | fairness | p99/RTT |\n'
  printf '|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n'
}

head
for workload in fps moba; do
  for network in lan continental international mobile; do
    rows "$workload | $network" --workload "$workload" --network "$network" --clients 5,100,1000 --duration 10s
    rows "$workload | $network" --workload "$workload" --network "$network" --clients 10000 --duration 2s
  done
done

head
for workload in fps moba; do
  rows "$workload | continental" --workload "$workload" --network continental --clients 100 --duration 30s --loss 0,0.1%,0.5%,1%,2%,5%,10%
  for burst in 10ms 60ms; do
    rows "$workload | continental, bursts of $burst" --workload "$workload" --network continental --clients 100 --duration 30s --loss 0.1%,0.5%,1%,2%,5%,10% --burst "$burst"
  done
done
