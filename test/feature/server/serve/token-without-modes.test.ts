import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withoutModes } from '../../../support/disk/no-modes.ts';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import { newTemporaryFolder } from '../../../support/temporary-folder.ts';
import { startTestServer } from '../../../support/test-server.ts';

test('a token in a file that its file system keeps from nobody is written, and told of', async () => {
  proves('PLATFORM-no-modes', 'FIRST-machine-token');
  const { dataFolder } = await startTestServer();
  const cwd = newTemporaryFolder();
  const pair = (file: string) =>
    runFleet(
      ['admin', 'machine', 'pair', '--name', file, '--token-out', file, '--data', dataFolder],
      { cwd, env: withoutModes(join(cwd, 'open')) },
    );
  const { code, stderr } = await pair('open');
  expect([code, stderr]).toEqual([
    0,
    `Every user of this computer can read the token in ${join(cwd, 'open')}: its file system keeps no permissions.\n`,
  ]);
  expect((await pair('closed')).stderr).toBe('');
});
