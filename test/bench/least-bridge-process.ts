// Started by the benchmark of the bridge: the least that can be between an assistant and the endpoint.
// A line is sent as it is and its response written as it comes, by undici on one connection that is kept.
import { createInterface } from 'node:readline';
import { Pool } from 'undici';

const [url = ''] = process.argv.slice(2);
const { origin, pathname: path } = new URL(url);
const pool = new Pool(origin, { pipelining: 1 });
const headers = { 'content-type': 'application/json', authorization: 'Bearer bench-key' };

createInterface({ input: process.stdin }).on('line', async (body) => {
  const { body: response } = await pool.request({ path, method: 'POST', headers, body });
  process.stdout.write(`${JSON.stringify(await response.json())}\n`);
});
