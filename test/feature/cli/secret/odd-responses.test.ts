import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');
const LONE_SURROGATE = '\ud800';

/** A service that answers the look-up of a machine with what the test sets. */
async function openLookUp(machine: object) {
  const meant = { record: machine };
  const service = await openSealingService({
    claims: [VALUE],
    others: ({ method, path }) =>
      method === 'GET' && path.includes('/machines/') ? { body: meant.record } : undefined,
  });
  const ask = (name: string, ...more: string[]) =>
    service.fleet(['secret', 'new', name, 'A', '--dotenv', '.env', '--json', ...more]);
  return { ...service, ask, meant };
}

test('an empty value is delivered nowhere and replaces none', async () => {
  proves('UI-secret-empty');
  const sinks = [
    ['--file', 'value'],
    ['--dotenv', '.env'],
    ['--stdout'],
    ['--', 'sh', '-c', 'echo ran'],
  ];
  for (const sink of sinks) {
    const service = await openSealingService({ claims: [new Uint8Array()] });
    const run = await service.fleet(['secret', 'new', 'box', 'A', ...sink]);
    expect([sink, run.code, run.stdout]).toEqual([sink, 9, '']);
    expect(errorOf(run)).toMatchObject({ code: 'empty_value', exit_code: 9 });
    expect(errorOf(run).advice).toContain('fleet secret new box A --force');
    for (const name of ['value', '.env']) await expect(service.file(name)).rejects.toThrow();
    expect(await service.traces()).toEqual([]);
  }
});

