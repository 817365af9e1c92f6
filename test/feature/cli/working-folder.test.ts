import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { runInShell } from '../../support/run-in-shell.ts';

test.each(['secret new build-01 TOKEN --file value', 'skill diff build-01', 'machine init folder'])(
  'a working folder that was deleted is told: fleet %s',
  async (words) => {
    proves('UI-exit-1', 'UI-output-errors');
    const folder = await mkdtemp(join(tmpdir(), 'fleet-gone-'));
    const { code, stderr } = await runInShell(`cd "$GONE"; rmdir "$GONE"; fleet ${words}`, {
      GONE: folder,
      FLEET_BASE_URL: 'http://127.0.0.1:9',
      FLEET_API_KEY: 'key-1',
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining('The working folder is gone')]);
    expect(stderr).toContain('Change to a folder that is there');
  },
);
