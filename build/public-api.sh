#!/usr/bin/env bash
# Writes what the libraries' public API is into their PublicAPI.Unshipped.txt:  build/public-api.sh
#   --check   changes nothing; lists what is missing there or gone, and then ends with code 1
#   --ship    a release: moves it all to PublicAPI.Shipped.txt
# The analyzer of the public API compares every library with its files (build/PublicApi.proj); its findings are taken from the compiler's
# log, in which names stand as the files want them. Needs a restored checkout (dotnet restore, or any ./genie test).
set -euo pipefail
unset CDPATH
cd "$(dirname "${BASH_SOURCE[0]}")/.."
export DOTNET_NOLOGO=1 DOTNET_CLI_TELEMETRY_OPTOUT=1 DOTNET_CLI_UI_LANGUAGE=en LC_ALL=C
header='#nullable enable'

libraries=()
for project in GenieDotNet/*/*.csproj Genie.Extensions.Genius/*.csproj; do
  grep -q '<IsPackable>false' "$project" || libraries+=("$(dirname "$project")")
done

# What a file declares.
declared() { if [ -f "$1" ]; then grep -vxF -e "$header" -e '' "$1" || true; fi; }
# Writes a file of what comes in, where that is not what it holds.
declare_in() {
  local text
  text=$(printf '%s\n' "$header"; sort -u)
  [ -f "$1" ] && [ "$(<"$1")" = "$text" ] || printf '%s\n' "$text" >"$1"
}

compile() {
  local log
  log=$(dotnet build build/PublicApi.proj --no-restore -nologo -verbosity:quiet -nodeReuse:false -p:UseSharedCompilation=true -consoleLoggerParameters:NoSummary) && return
  printf '%s\n' "$log" | grep ': error ' | sort -u | head -n 30 >&2
  echo 'public API: the libraries could not be compiled' >&2
  return 1
}

# One line a finding: "missing API" (RS0016), or "gone API" for every other rule of the analyzer, which are about declarations that do not fit.
findings() {
  awk '
    function unescaped(text) { gsub(/\\\\/, "\001", text); gsub(/\\"/, "\"", text); gsub("\001", "\\", text); return text }
    /^ *"tool": / { rule = "" }
    /^ *"ruleId": / { rule = $0; sub(/^[^:]*: "/, "", rule); sub(/".*$/, "", rule) }
    /^ *"APIName": / && rule == "RS0016" { api = $0; sub(/^[^:]*: "/, "", api); sub(/",?$/, "", api); print "missing " unescaped(api) }
    /^ *"text": / && rule ~ /^RS00/ && rule != "RS0016" { api = $0; sub(/^[^:]*: "[^\047]*\047/, "", api); sub(/\047.*$/, "", api); print "gone " unescaped(api) }
  ' "$1/obj/PublicApi/net10.0/public-api.sarif"
}

case ${1:-} in
  '')
    # Declares nothing new, so that the analyzer names all that is. What was declared comes back where that fails.
    saved=$(mktemp -d)
    trap 'for library in "${libraries[@]}"; do cp "$saved/$library/PublicAPI.Unshipped.txt" "$library/" 2>/dev/null || true; done; rm -rf "$saved"' EXIT
    for library in "${libraries[@]}"; do
      mkdir -p "$saved/$library"
      if [ -f "$library/PublicAPI.Unshipped.txt" ]; then cp "$library/PublicAPI.Unshipped.txt" "$saved/$library/"; fi
      if [ ! -f "$library/PublicAPI.Shipped.txt" ]; then printf '%s\n' "$header" >"$library/PublicAPI.Shipped.txt"; fi
      printf '%s\n' "$header" >"$library/PublicAPI.Unshipped.txt"
    done
    compile
    trap 'rm -rf "$saved"' EXIT
    for library in "${libraries[@]}"; do
      findings "$library" | sed -e 's/^missing //' -e 's/^gone /*REMOVED*/' | declare_in "$library/PublicAPI.Unshipped.txt"
    done
    ;;
  --check)
    compile
    found=$(for library in "${libraries[@]}"; do findings "$library" | sed "s|^|$library: |"; done)
    if [ -n "$found" ]; then
      printf '%s\n' "$found"
      echo 'public API: run build/public-api.sh, and read what it changed'
      exit 1
    fi
    ;;
  --ship)
    for library in "${libraries[@]}"; do
      shipped=$(declared "$library/PublicAPI.Shipped.txt"; declared "$library/PublicAPI.Unshipped.txt" | grep -v '^\*REMOVED\*' || true)
      printf '%s\n' "$shipped" | { grep -vxF -f <(printf '\n'; declared "$library/PublicAPI.Unshipped.txt" | sed -n 's/^\*REMOVED\*//p') || true; } | declare_in "$library/PublicAPI.Shipped.txt"
      : | declare_in "$library/PublicAPI.Unshipped.txt"
    done
    ;;
  *)
    echo 'usage: build/public-api.sh [--check | --ship]' >&2
    exit 2
    ;;
esac
