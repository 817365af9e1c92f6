import { expect, test } from 'vitest';
import { followMachineLog } from '../../../src/flow/live/follow-machine-log.ts';
import { answers, type Behaviour, serve, stalls } from '../../support/misbehaving-server.ts';
import { proves } from '../../support/proves.ts';
import { createSkippingClock } from '../../support/skipping-clock.ts';
import { failureOf, openTestClient } from '../../support/test-client.ts';

const linesTo = (last: number) => Array.from({ length: last }, (_, at) => `line ${at + 1}\n`);

/** Sends as many of the last lines as it is asked for. */
function shows(log: readonly string[]): Behaviour {
  return (response, seen) => {
    const lines = log.slice(-JSON.parse(seen.body).args.lines).join('');
    const command = { id: 'cmd_1', status: 'succeeded', result: { lines } };
    answers(200, JSON.stringify({ command }))(response, seen);
  };
}

/** Follows for nine seconds, in which there is time for two looks. */
async function follow(looks: readonly Behaviour[], skipUpToMs = 5_000) {
  const server = await serve(...looks, stalls);
  const clock = createSkippingClock({ skipUpToMs });
  const controller = new AbortController();
  const written: string[] = [];
  const following = {
    client: openTestClient(server.url),
    clock,
    signal: controller.signal,
    deadlineMs: clock.now() + 9_000,
    observe: undefined,
  };
  const write = async (text: string) => void written.push(text);
  const missed = async () => void written.push('[away]');
  const ended = followMachineLog(following, { machine: 'build-01', lines: 100, missed, write });
  return { clock, controller, ended, written };
}

test('of a long log a second look, five seconds later, tells only what came since', async () => {
  proves('UI-logs');
  const looks = [shows(linesTo(137)), shows([...linesTo(137), 'new\n'])];
  const { clock, ended, written } = await follow(looks);
  await ended;
  expect(written).toEqual([linesTo(137).slice(-100).join(''), 'new\n']);
  expect(clock.waited).toEqual([5_000]);
});

test('where the log went on further than a look shows, a line says that some are missing', async () => {
  const { ended, written } = await follow([shows(['old\n']), shows(['new\n'])]);
  await ended;
  expect(written).toEqual(['old\n', '[some lines are missing here]\nnew\n']);
});

test('an outage of the service is told once and waited out, but not where nothing was seen yet', async () => {
  proves('UI-logs');
  const away = answers(502, '{}');
  const { ended, written } = await follow([shows(['a\n']), away, away, shows(['a\n', 'b\n'])]);
  await ended;
  expect(written).toEqual(['a\n', '[away]', 'b\n']);
  const first = await follow([away]);
  expect((await failureOf(first.ended)).status).toBe(502);
});

test('an interruption ends the wait for the next look', async () => {
  const { controller, ended, written } = await follow([shows(['old\n'])], 0);
  const failure = failureOf(ended);
  await expect.poll(() => written).toEqual(['old\n']);
  controller.abort();
  expect((await failure).kind).toBe('interrupted');
});
