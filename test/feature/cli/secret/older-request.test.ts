import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { openSealingService } from '../../../support/secret/sealing-service.ts';

test('a process that still waits for an older value of the same name is told of', async () => {
  proves('UI-secret-journal');
  let asked = 0;
  const service = await openSealingService({
    claims: [new TextEncoder().encode('newer')],
    asking: () => {
      asked += 1;
      return { status: 202, body: { command_id: `cmd_${asked}`, expires_in_seconds: 600 } };
    },
    first: ({ path }) =>
      path.endsWith('/cmd_1/claim') ? { status: 202, body: { state: 'pending' } } : undefined,
  });
  const words = ['secret', 'new', 'box', 'A', '--dotenv', '.env', '--force', '--yes'];
  const older = service.start(words);
  onTestFinished(() => void older.kill('SIGKILL'));
  const states = async () => (await service.entries()).map(({ state }) => state);
  await expect.poll(states).toEqual(['asked']);
  const [entry] = await service.entries();
  const newer = await service.fleet(words);
  expect([newer.code, await service.file('.env')]).toEqual([0, 'A=newer\n']);
  expect(newer.stderr).toContain(
    `Another fleet secret (${entry?.id}) still waits for an older value of this name`,
  );
  older.kill('SIGINT');
  await once(older, 'close');
});
