import { expect, test } from 'vitest';
import { watchForAway } from '../../src/commands/follow/away-watch.ts';
import type { SendContext } from '../../src/commands/operation/send-context.ts';
import { createFakeClock } from '../support/fake-clock.ts';
import { proves } from '../support/proves.ts';

const NOW = Date.UTC(2026, 9, 1, 12);
const ago = (minutes: number) => new Date(NOW - minutes * 60_000).toISOString();
const QUEUED = { status: 'queued', machine: 'mac_1', commands: [] };

/** Follows on a terminal, or where nothing is drawn in place. */
function watching({ isTerminal }: { readonly isTerminal: boolean }) {
  const clock = createFakeClock(NOW);
  const machine = { name: 'mini-04', status: 'online', last_seen_at: ago(120) };
  const said: string[] = [];
  const client = { request: async () => ({ value: { machine } }) };
  const context = {
    call: { operation: { reader: { client }, tool: {} }, input: {}, flags: {} },
    runtime: {
      clock,
      stderr: { isTerminal },
      promptStream: { isTTY: isTerminal },
      environment: {},
    },
  } as unknown as SendContext;
  const pass = async (ms: number) => {
    clock.advance(ms);
    // What the timer began has no more to wait for than the loaded file.
    await import('../../src/commands/follow/away-machine.ts');
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { machine, said, pass, watch: watchForAway(context, (words) => said.push(words)) };
}

test('what stays queued is told once that its machine is away, where nothing is drawn', async () => {
  proves('UI-follow-queued');
  const { machine, pass, said, watch } = watching({ isTerminal: false });
  watch.see(QUEUED);
  await pass(2_000);
  machine.status = 'offline';
  await pass(4_000);
  expect(said).toEqual([]);
  await pass(1_000);
  await pass(60_000);
  expect(said).toEqual(['mini-04 is offline, last seen 2h ago; fleet machine starts it there']);
});

test('a machine that has just stopped is told before its service counts it as offline', async () => {
  proves('UI-follow-queued');
  const { machine, pass, said, watch } = watching({ isTerminal: false });
  const queued = { ...QUEUED, created_at: ago(0) };
  machine.last_seen_at = new Date(NOW - 3_000).toISOString();
  watch.see(queued);
  // It may sync now and then only, and be on its way.
  await pass(2_000);
  expect(said).toEqual([]);
  await pass(5_000);
  expect(said).toEqual([
    'mini-04 has not come for it yet, last seen 10s ago; fleet machine starts it there',
  ]);
});

test('of a machine that syncs meanwhile nothing is told: it has others to run first', async () => {
  const { machine, pass, said, watch } = watching({ isTerminal: false });
  watch.see({ ...QUEUED, created_at: ago(0) });
  for (const ms of [2_000, 5_000, 10_000, 30_000]) {
    machine.last_seen_at = new Date(NOW + 1_000).toISOString();
    await pass(ms);
  }
  expect(said).toEqual([]);
});

test('nothing is told of what runs meanwhile', async () => {
  const { machine, pass, said, watch } = watching({ isTerminal: true });
  machine.status = 'offline';
  watch.see(QUEUED);
  await pass(1_000);
  watch.see({ ...QUEUED, status: 'running' });
  await pass(60_000);
  expect(said).toEqual([]);
});
