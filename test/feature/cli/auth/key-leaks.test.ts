import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { fleetEnvironment, startFleet } from '../../../support/run-fleet.ts';

const KEY = 'fleet_key_38canary0000_c0ffee0000000000000000000000000000000000c0ffee00';
const SECRET = 'c0ffee00000000';

/** A service that gives the credential back in every way in which a broken one might. */
async function startEcho() {
  const server = createServer((request, response) => {
    const { authorization = '' } = request.headers;
    const path = request.url ?? '';
    const headers = { 'content-type': 'application/json', 'x-request-id': 'req_1' };
    if (path.endsWith('/tools')) {
      const input_schema = { type: 'object', properties: { machine: { type: 'string' } } };
      const tools = ['html', 'refused', 'away', 'invalid', 'fine', 'cut'].map((name) => ({
        name,
        class: 'read',
        input_schema,
      }));
      response.writeHead(200, headers).end(JSON.stringify({ catalogue_version: 1, tools }));
    } else if (path.endsWith('/me')) {
      response.writeHead(200, headers).end('{"key_name":"canary","scope":"fleet:read"}');
    } else if (path.endsWith('/html')) {
      response.writeHead(500, { 'content-type': 'text/html' }).end(`<p>${authorization}</p>`);
    } else if (path.endsWith('/away')) {
      response.writeHead(302, { location: `http://127.0.0.1:1/?key=${authorization}` }).end();
    } else if (path.endsWith('/cut')) {
      response.writeHead(200, headers).write(`{"key": "${authorization}`);
      response.destroy();
    } else if (path.endsWith('/fine')) {
      response.writeHead(200, headers).end('{"machines": []}');
    } else {
      const code = path.endsWith('/refused') ? 'invalid_key' : 'invalid_request';
      const problem = { code, title: authorization, detail: `seen: ${authorization}` };
      response
        .writeHead(code === 'invalid_key' ? 401 : 400, {
          ...headers,
          'content-type': 'application/problem+json',
        })
        .end(JSON.stringify(problem));
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function homeOf() {
  const home = mkdtempSync(join(tmpdir(), 'fleet-canary-'));
  return {
    home,
    env: {
      HOME: home,
      FLEET_CONFIG_DIR: `${home}/config`,
      FLEET_CACHE_DIR: `${home}/cache`,
      FLEET_STATE_DIR: `${home}/state`,
    },
  };
}

/** What the run printed, and the command lines that were seen of it and its children meanwhile. */
async function watched(args: readonly string[], env: Readonly<Record<string, string>>, stdin = '') {
  const child = startFleet(args, { env });
  child.stdin.on('error', () => {});
  child.stdin.end(stdin);
  const seen: string[] = [];
  child.stdout.on('data', (chunk) => seen.push(String(chunk)));
  child.stderr.on('data', (chunk) => seen.push(String(chunk)));
  const look = setInterval(() => seen.push(commandLines()), 25);
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
  clearInterval(look);
  return { code, seen: seen.join('\n') };
}

/** Of every process of this computer; nothing where the system does not show them. */
function commandLines(): string {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map((pid) => {
        try {
          return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
        } catch {
          return '';
        }
      })
      .join('\n');
  } catch {
    return '';
  }
}

function filesHolding(folder: string, text: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));
}

test('the key is in no output, no file but its own and no command line, whatever the service says', async () => {
  proves('UI-keys-hidden');
  const base = await startEcho();
  const { home, env } = homeOf();
  const login = ['auth', 'login', '--base-url', base, '--key-stdin', '--store', 'file'];
  const runs = [await watched([...login, '--verbose'], env, `${KEY}\n`)];
  for (const operation of ['html', 'refused', 'away', 'invalid', 'fine', 'cut']) {
    for (const more of [[], ['--verbose'], ['-o', 'json', '--verbose']]) {
      runs.push(await watched(['cloud', operation, '--no-input', ...more], env));
    }
  }
  runs.push(await watched(['auth', 'status', '--json'], env));
  runs.push(await watched(['doctor', '--json'], env));
  runs.push(await watched(['cloud', 'fine', '--help'], env));
  runs.push(await watched(['__complete', 'cloud', 'f'], env));
  runs.push(await watched(['api', 'GET', '/api/v1/refused', '--verbose'], env));
  expect(runs.filter(({ seen }) => seen.includes(SECRET))).toEqual([]);
  expect(filesHolding(home, SECRET)).toEqual([join(home, 'config', 'keys', 'default')]);
  expect(runs.map(({ code }) => code).slice(1, 4)).toEqual([7, 7, 7]);
}, 60_000);

test('a key in the environment is in no file at all', async () => {
  const base = await startEcho();
  const { home, env } = homeOf();
  const given = { ...env, FLEET_BASE_URL: base, FLEET_API_KEY: KEY };
  for (const operation of ['html', 'refused', 'fine']) {
    const { seen } = await watched(['cloud', operation, '--verbose', '--no-input'], given);
    expect(seen).not.toContain(SECRET);
  }
  expect(filesHolding(home, SECRET)).toEqual([]);
  expect(fleetEnvironment()['FLEET_API_KEY']).toBeUndefined();
}, 60_000);
