// The same means as SQL: per run the mean and standard deviation over tasks of what is asked
// for, an attempt without a verdict counting as a failure. Prints one line of CSV a run.
// Usage: node peer_duckdb.mjs FILE.parquet success|scalars|calls
import { DuckDBInstance } from '@duckdb/node-api';

const [file, what] = process.argv.slice(2);
const metrics = {
  success: { success: 'avg(coalesce(success::int, 0))' },
  scalars: {
    success: 'avg(coalesce(success::int, 0))', reward: 'avg(reward)', latency: 'avg(latency_ms)', cost: 'avg(cost_usd)',
    tokens: 'avg(prompt_tokens + completion_tokens)', coverage: 'avg(list_avg(list_transform(claims, x -> x.score)))',
  },
  calls: {
    calls: 'avg(list_sum(list_transform(steps, s -> coalesce(len(s.calls), 0))))',
    failed: 'avg(list_sum(list_transform(steps, s -> coalesce(len(list_filter(s.calls, c -> c.is_error)), 0))))',
  },
}[what];
const names = Object.keys(metrics);
const c = await (await DuckDBInstance.create(':memory:', { threads: '2' })).connect();
const result = await c.runAndReadAll(`with tasks as (select run, task, ${names.map((n) => `${metrics[n]} as ${n}`).join(', ')} from '${file}' group by run, task)
  select run, count(*), ${names.map((n) => `avg(${n}), stddev_samp(${n})`).join(', ')} from tasks group by run order by run`);
for (const row of result.getRows()) console.log(row.map(String).join(','));
