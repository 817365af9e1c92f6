import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseSyncResponse } from '../../../src/machine/sync/sync-response.ts';

test('any text is the answer of a sync or none', () => {
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => parseSyncResponse(text) === undefined),
  );
  const command = { id: 'cmd_1', type: 'ping', args: {}, expires_in_seconds: 600 };
  const answer = { machine: 'mac_1', commands: [command], next_sync_seconds: 30 };
  expect(parseSyncResponse(JSON.stringify(answer))).toMatchObject({ commands: [command] });
  for (const id of ['../x', '', 'a/b', 'x'.repeat(101)]) {
    const wrong = { ...answer, commands: [{ ...command, id }] };
    expect(parseSyncResponse(JSON.stringify(wrong))).toBe(undefined);
  }
});
