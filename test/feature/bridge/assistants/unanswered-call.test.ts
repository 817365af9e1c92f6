import { statSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { callFailure } from '../../../../src/bridge/assistants/call-failure.ts';
import { probe } from '../../../../src/bridge/assistants/probe.ts';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { scriptedBridge } from '../../../support/assistants/scripted-bridge.ts';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';

proves('BRIDGE-doctor');

test('a call of a tool that is not answered is given up at its limit', async () => {
  const home = assistantHome('cursor');
  const clock = createFakeClock();
  const bridge = scriptedBridge(home.folder, 'deaf');
  const probing = probe(bridge, {
    platform: process.platform,
    environment: { PATH: process.env['PATH'] },
    clock,
    timeoutMs: 10_000,
    version: '0',
  });
  await vi.waitFor(() => statSync(`${bridge.args[0]}.called`));
  clock.advance(5000);
  const probed = await probing;
  expect(probed).toMatchObject({ kind: 'responded', call: 'unanswered' });
  expect(callFailure('unanswered')).toMatchObject({
    kind: 'network',
    facts: { code: 'timed_out' },
  });
});
