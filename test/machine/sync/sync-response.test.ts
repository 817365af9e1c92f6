import { getDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSendSync } from '../../../src/machine/sync/send-sync.ts';
import { parseSyncResponse } from '../../../src/machine/sync/sync-response.ts';
import { createFakeClock } from '../../support/fake-clock.ts';

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

test('each address of the server has as long as a connection to the other side of the world takes', () => {
  createSendSync('http://127.0.0.1:1', 'token', createFakeClock());
  expect(getDefaultAutoSelectFamilyAttemptTimeout()).toBe(1_000);
});
