# Sourced: sets $duckdb to a folder that holds DuckDB for Node (npm's @duckdb/node-api), the
# one that MCPSTATS_DUCKDB names or else a fresh one, and $work to a temporary folder.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
duckdb=${MCPSTATS_DUCKDB:-$work/duckdb}
if [[ ! -d $duckdb/node_modules/@duckdb/node-api ]]; then
  mkdir -p "$duckdb"
  (cd "$duckdb" && npm install --silent --no-fund --no-audit @duckdb/node-api >/dev/null)
fi
# Node looks for a module beside the script that asks for it.
for script in make_trajectories peer_duckdb; do cp "bench/$script.mjs" "$duckdb/"; done
