// Feeds the client hostile catalogues and answers: `npm run prove -- client [CASES] [SEED]`. Node lets the
// processes read this package and one folder, write in that folder only, and load or start nothing else, so that
// anything beyond is a crash. The report goes to dist/prove/client.json.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../check/tree.ts';
import type { ClientFuzzResult } from './client/fuzz-client.ts';

/** A process takes so many cases; the next one begins with nothing that they left behind. */
const SLICE = 12_500;
const PROCESSES = 2;
/** What a process that hangs in one piece of work cannot notice itself. */
const SLICE_MS_MAX = 30 * 60_000;

const [cases = '100000', seed = '1'] = process.argv.slice(2);
process.exitCode = await proveAll();

async function proveAll(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-prove-'));
  const startedAt = performance.now();
  const firsts = Array.from({ length: Math.ceil(Number(cases) / SLICE) }, (_, at) => at * SLICE);
  const results: ClientFuzzResult[] = [];
  const work = async (): Promise<void> => {
    for (let from = firsts.shift(); from !== undefined; from = firsts.shift()) {
      results.push(await sliceFrom(from, folder));
      const done = results.reduce((sum, { cases: count }) => sum + count, 0);
      process.stdout.write(`${done} cases\n`);
    }
  };
  try {
    await Promise.all(Array.from({ length: PROCESSES }, work));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const report = {
    seed: Number(seed),
    seconds: Math.round((performance.now() - startedAt) / 1000),
    cases: results.reduce((sum, result) => sum + result.cases, 0),
    longestMs: Math.max(...results.map(({ longestMs }) => longestMs)),
    faults: results.flatMap(({ faults }) => faults),
  };
  const text = `${JSON.stringify(report, null, 2)}\n`;
  mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
  writeFileSync(join(ROOT, 'dist/prove/client.json'), text);
  process.stdout.write(text);
  return report.faults.length === 0 && report.cases === Number(cases) ? 0 : 1;
}

/** The result of a process; one that crashes or hangs is a fault itself. */
async function sliceFrom(from: number, folder: string): Promise<ClientFuzzResult> {
  const count = Math.min(SLICE, Number(cases) - from);
  const permissions = [
    '--permission',
    ...[ROOT, folder].map((path) => `--allow-fs-read=${path}`),
    `--allow-fs-write=${folder}`,
  ];
  const slice = fileURLToPath(new URL('client/fuzz-slice.ts', import.meta.url));
  const words = [slice, String(count), seed, String(from)];
  const child = spawn(process.execPath, [...permissions, ...words], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), SLICE_MS_MAX);
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text;
  });
  const [code] = await once(child, 'close');
  clearTimeout(timer);
  if (code === 0) return JSON.parse(said);
  const line = { kind: 'run', name: '', argv: [] } as const;
  const what = `the process of these cases ended with ${code}`;
  return { cases: 0, longestMs: 0, longest: from, faults: [{ number: from, what, line }] };
}
