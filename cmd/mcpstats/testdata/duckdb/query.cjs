// Answers questions about Parquet files with DuckDB: reads a JSON list of SQL queries from
// stdin, and writes a JSON list with the first row of each answer, its values as texts.
// MCPSTATS_DUCKDB names the folder of the package @duckdb/node-api.
const { DuckDBInstance } = require(process.env.MCPSTATS_DUCKDB);

async function main() {
  const queries = JSON.parse(require("fs").readFileSync(0, "utf8"));
  const connection = await (await DuckDBInstance.create(":memory:")).connect();
  const answers = [];
  for (const query of queries) {
    const rows = (await connection.runAndReadAll(query)).getRowsJson();
    answers.push(rows[0].map((v) => (v === null ? "" : String(v))));
  }
  process.stdout.write(JSON.stringify(answers));
}

main().catch((err) => {
  console.error(err.message);
  process.exit(1);
});
