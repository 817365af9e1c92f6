// Sends inputs made from the published schemas to every surface, on both engines:
// `npm run prove -- contract [CASES] [SEED] [ENGINE]`. The report goes to dist/prove/contract.json.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ROOT } from '../check/tree.ts';
import { fuzzContract } from './contract/fuzz-contract.ts';
import { type Engine, withEngine } from './contract/with-worlds.ts';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

const [cases = '258000', seed = '1', engine] = process.argv.slice(2);
if (engine === undefined) process.exitCode = await proveBoth();
else process.exitCode = await prove(engine as Engine);

/** Half of the cases on each engine, each in a process of its own. */
async function proveBoth(): Promise<number> {
  const half = String(Math.ceil(Number(cases) / 2));
  const codes = await Promise.all(
    (['sqlite', 'postgres'] as const).map(async (name) => {
      const args = [fileURLToPath(import.meta.url), half, seed, name];
      const child = spawn(process.execPath, args, { stdio: 'inherit' });
      for (const signal of SIGNALS) process.on(signal, () => child.kill(signal));
      const [code] = await once(child, 'close');
      return Number(code ?? 1);
    }),
  );
  return Math.max(...codes);
}

async function prove(name: Engine): Promise<number> {
  const startedAt = performance.now();
  const stop = new AbortController();
  // A run that is interrupted still takes its databases away and says what it found.
  for (const signal of SIGNALS) process.once(signal, () => stop.abort());
  const result = await withEngine(name, (openWorlds) =>
    fuzzContract({
      cases: Number(cases),
      seed: Number(seed),
      openWorlds,
      signal: stop.signal,
      report: (done) => process.stdout.write(`${name}: ${done} cases\n`),
    }),
  );
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const text = `${JSON.stringify({ engine: name, seed: Number(seed), seconds, ...result }, null, 2)}\n`;
  mkdirSync(join(ROOT, 'dist/prove'), { recursive: true });
  writeFileSync(join(ROOT, `dist/prove/contract-${name}.json`), text);
  process.stdout.write(text);
  return result.faults.length === 0 && result.cases === Number(cases) ? 0 : 1;
}
