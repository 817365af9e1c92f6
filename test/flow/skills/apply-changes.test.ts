import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import { applyChanges } from '../../../src/flow/skills/apply-changes.ts';
import type { SkillChange } from '../../../src/flow/skills/plan-skills.ts';
import { proves } from '../../support/proves.ts';
import { startServerWithMachine } from '../../support/server-with-machine.ts';
import { openTestClient } from '../../support/test-client.ts';

type Fault = 'cut_before' | 'cut_after';

/** Passes requests on; the first save_skill is cut off before it arrives or before its response does. */
async function startLossyLink(target: string, fault: Fault) {
  let hasCut = false;
  const link = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { headers, method = 'GET', socket, url = '/' } = request;
    const isCut = !hasCut && url.endsWith('/save_skill');
    hasCut ||= isCut;
    if (isCut && fault === 'cut_before') return void socket.destroy();
    const { authorization = '' } = headers;
    const answer = await fetch(`${target}${url}`, {
      method,
      headers: { authorization, 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: Buffer.concat(chunks) }),
    });
    const text = await answer.text();
    if (isCut) return void socket.destroy();
    const type = answer.headers.get('content-type') ?? '';
    response.writeHead(answer.status, { 'content-type': type }).end(text);
  });
  link.listen(0, '127.0.0.1');
  await once(link, 'listening');
  onTestFinished(() => {
    link.closeAllConnections();
    link.close();
  });
  return `http://127.0.0.1:${(link.address() as AddressInfo).port}`;
}

const CHANGES = ['first', 'second'].map(
  (skill): SkillChange => ({ kind: 'create', skill, before: undefined, after: `text of ${skill}` }),
);

async function applyOver(fault: Fault) {
  const texts = new Map<string, string>();
  const { machine, server } = await startServerWithMachine({
    answers: {
      'skill.get': ({ args }) => {
        const content = texts.get(String(args['skill']));
        if (content === undefined) return { error: { code: 'unknown_skill', message: 'none' } };
        return { result: { content, summary: {} } };
      },
      'skill.save': ({ args }) => {
        texts.set(String(args['skill']), String(args['content']));
        return { result: { created: true } };
      },
    },
  });
  const baseUrl = await startLossyLink(server.baseUrl, fault);
  const client = openTestClient(baseUrl, { key: server.keys.admin });
  const { signal } = new AbortController();
  const service = { client, clock: systemClock, signal, followTimeoutMs: 10_000 };
  const options = { machine: 'build-01', allowUnauthenticated: false };
  const ends = await applyChanges(service, CHANGES, options, async () => {});
  const saved = machine.received.filter(({ type }) => type === 'skill.save');
  return {
    outcomes: ends.map(({ change, outcome }) => [change.skill, outcome]),
    saved: saved.map(({ args }) => args['skill']),
  };
}

test('a lost response of what the machine has by now counts as done, and nothing is sent twice', async () => {
  proves('UI-skill-push');
  expect(await applyOver('cut_after')).toEqual({
    outcomes: [
      ['first', 'done'],
      ['second', 'done'],
    ],
    saved: ['first', 'second'],
  });
});

test('a lost request is not claimed, not sent again, and ends the work on its machine', async () => {
  proves('UI-skill-push');
  expect(await applyOver('cut_before')).toEqual({
    outcomes: [
      ['first', 'unknown'],
      ['second', 'not_sent'],
    ],
    saved: [],
  });
});
