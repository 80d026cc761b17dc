// Makes trajectories in the canonical columns with DuckDB, a writer that shares no code with
// this project: 12 runs x tasks x 4 attempts, of 2 to 9 messages each, every second one of
// the agent with one or two calls. The same arguments make the same rows.
// Usage: node make_trajectories.mjs OUT.parquet ROWS [BYTES], BYTES being those of a message's text (default 40).
import { DuckDBInstance } from '@duckdb/node-api';

const [out, rows, bytes = '40'] = process.argv.slice(2);
const draw = (n, ...of) => `(hash(${of.join(', ')}) % ${n})::int`; // 0 to n-1, by what it is drawn for
const text = (...of) => `array_to_string(list_transform(range(0, ${Math.ceil(Number(bytes) / 33)}), w -> md5(concat_ws(' ', ${of.join(', ')}, w))), ' ')`;
const tool = (...of) => `'tool_' || ${draw(40, ...of)}`;
const server = (...of) => `'server_' || ${draw(9, ...of)}`;
const call = `{'id': concat_ws('-', 'call', i, k, c), 'server': ${server('k', 'i', 'c')}, 'tool': ${tool('i', 'k', 'c')},
  'arguments': '{"query": "' || hash(i, k, c) || '"}', 'result': ${text("'result'", 'i', 'k', 'c')},
  'error': if(${draw(17, "'fails'", 'i', 'k', 'c')} = 0, 'Error: no such item', null), 'is_error': ${draw(17, "'fails'", 'i', 'k', 'c')} = 0,
  'latency_ms': ${draw(5000, "'waits'", 'i', 'k', 'c')} / 8.0}`;
const step = `{'role': if(k = 0, 'user', if(k % 2 = 1, 'assistant', 'tool')), 'content': ${text('i', 'k')},
  'calls': if(k % 2 = 1, list_transform(range(0, 1 + (i + k) % 2), c -> ${call}), null)}`;
const c = await (await DuckDBInstance.create(':memory:', { threads: '2', preserve_insertion_order: 'false' })).connect();
await c.run(`copy (select 'synthetic' benchmark, 'run_' || lpad((i % 12)::varchar, 2, '0') run, 'task_' || lpad(task::varchar, 7, '0') task, ((i // 12) % 4)::int trial,
    map(['level', 'domain'], ['L' || (1 + task % 5), ['code', 'math', 'retail', 'travel'][(1 + task % 4)::int]]) strata,
    if(${draw(200, "'lost'", 'i')} = 0, null, ${draw(100, "'solved'", 'i')} < 40 + 3 * (i % 12)) success,
    if(${draw(20, "'graded'", 'i')} = 0, null, ${draw(1001, "'reward'", 'i')} / 1000.0) reward,
    if(${draw(30, "'ends'", 'i')} = 0, 'timeout', 'completed') exit,
    list_transform(range(0, 1 + ${draw(4, "'plan'", 'task')}), k -> {'any_of': [${server('task', 'k')} || '::' || ${tool('task', 'k')}], 'after': if(k = 0, []::int[], [(k - 1)::int])}) expected,
    list_transform(range(0, ${draw(5, "'made'", 'i')}), k -> ${server('task', 'k')} || '::' || ${tool('task', 'k')}) predicted,
    list_transform(range(0, i % 5), k -> {'text': 'claim ' || k, 'score': ${draw(3, "'met'", 'i', 'k')} / 2.0}) claims,
    list_transform(range(0, 2 + ${draw(8, "'steps'", 'i')}), k -> ${step}) steps,
    exp(${draw(10000, "'latency'", 'i')} / 2000.0) * 100 latency_ms, ${draw(100000, "'cost'", 'i')} / 1e6 cost_usd,
    ${draw(20000, "'prompt'", 'i')}::bigint prompt_tokens, ${draw(2000, "'completion'", 'i')}::bigint completion_tokens
  from (select i, i // 48 task from range(0, ${rows}) t(i)))
  to '${out}' (format parquet, compression zstd, row_group_size ${Number(bytes) > 1000 ? 20480 : 122880}, kv_metadata {"mcpstats.schema": 'trajectory/1'})`);
