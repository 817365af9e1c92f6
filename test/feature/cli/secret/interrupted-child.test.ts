import { expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { signalled } from '../../../support/secret/full-disk.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';
import { errorOf } from '../../../support/secret/secret-workspace.ts';

const VALUE = new TextEncoder().encode('the value');

test.each([
  ['SIGINT', 'opened', 130],
  ['SIGINT', 'delivering', 130],
  ['SIGTERM', 'delivering', 143],
] as const)('%s once the entry is %s starts no command, and the value stays', async (...row) => {
  proves('UI-secret-child-interrupted');
  const [signal, state, exitCode] = row;
  const service = await openSealingService({ claims: [VALUE] });
  const command = ['--', 'sh', '-c', 'echo "got $A"'];
  const env = signalled(state, signal);
  const run = await service.fleet(['secret', 'new', 'm', 'A', '--json', ...command], { env });
  expect([errorOf(run).exit_code, run.stdout]).toEqual([exitCode, '']);
  // By SIGINT the process ends itself, so that a shell sees it.
  expect(run.code).toBe(signal === 'SIGINT' ? null : exitCode);
  const [entry] = await service.entries();
  expect([entry?.state, errorOf(run).id]).toEqual(['opened', entry?.id]);
  const resumed = await service.fleet(['secret', 'resume', ...command]);
  expect([resumed.code, resumed.stdout]).toEqual([0, 'got the value\n']);
  expect(await service.traces()).toEqual([]);
});
