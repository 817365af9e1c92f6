import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { startMachine } from '../../../src/machine/start.ts';

// A machine as a process of its own, to be killed: `node machine-process.ts BASE_URL FOLDER [LISTEN]`,
// its token in the environment. Whoever forked it is told where it takes webhooks. With DIES_AT=n it
// kills itself, as hard as kill -9, just before its n-th step on disk since then.
const [baseUrl = '', folder = '', listen] = process.argv.slice(2);
const token = process.env['MACHINE_TOKEN'] ?? '';

const machine = startMachine({ baseUrl, folder, token, ...(listen ? { listen } : {}) });
await machine.ready;
if (process.env['DIES_AT'] !== undefined) dieAtStep(Number(process.env['DIES_AT']));
process.send?.({ webhookUrl: machine.webhookUrl() });
await machine.done;

function dieAtStep(stepsLeft: number): void {
  let left = stepsLeft;
  const named = fs as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of ['mkdir', 'open', 'rename', 'rm']) {
    const real = named[name];
    named[name] = (...args) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return real?.(...args);
    };
  }
  syncBuiltinESMExports();
}
