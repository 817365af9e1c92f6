import { afterAll, beforeAll, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { runFleet } from '../../../support/run-fleet.ts';
import {
  problemResponse,
  type ScriptedService,
  startScriptedService,
} from '../../../support/scripted-service.ts';

const taking = (name: string, effect: string, member: string) => ({
  name,
  class: effect,
  input_schema: { properties: { [member]: { type: 'string' } }, required: [member] },
});

/** The commands of replays, each with what its machine makes of the delivery. */
const ENDS: Readonly<Record<string, object>> = {
  rejected: { outcome: 'rejected', machine_job_id: null },
  skipped: { outcome: 'skipped', machine_job_id: null },
  duplicate: { outcome: 'duplicate', machine_job_id: null },
  accepted: { outcome: 'accepted', machine_job_id: 'run-1' },
};

let service: ScriptedService;
beforeAll(async () => {
  service = await startScriptedService({
    tools: [
      taking('replay_delivery', 'write', 'delivery'),
      taking('get_command', 'read', 'command'),
    ],
    answer({ body, path }) {
      if (path.endsWith('/jobs/run-1')) return { body: { id: 'run-1', state: 'done' } };
      if (path.includes('/jobs/')) return problemResponse(404, 'unknown_job');
      const { command, delivery } = JSON.parse(body || '{}');
      const [, id = command] = /\/commands\/(\w+)/.exec(path) ?? [];
      const replay = { type: 'delivery.replay', job: 'job_1' };
      if (id !== undefined) {
        return { body: { id, ...replay, status: 'succeeded', result: ENDS[id] } };
      }
      return { status: 202, body: { pending: true, command_id: delivery, ...replay } };
    },
  });
});
afterAll(() => service.stop());

const fleet = (...args: string[]) =>
  runFleet(['cloud', ...args], {
    env: { FLEET_BASE_URL: service.baseUrl, FLEET_API_KEY: 'key-1' },
  });

test.each([
  ['rejected', 9],
  ['skipped', 9],
  ['duplicate', 9],
  ['accepted', 0],
])('a replay on its way is followed by its command: %s', async (end, exitCode) => {
  proves('UI-follow-action', 'WIRE-client-follow-target');
  const sent = await fleet('replay-delivery', end, '--follow');
  expect({ code: sent.code, stderr: sent.stderr }).toMatchObject({ code: exitCode });
  const lookedUp = await fleet('get-command', end, '--follow');
  expect({ code: lookedUp.code, stderr: lookedUp.stderr }).toMatchObject({ code: exitCode });
});

test('its hint names the command, since the job may never be there', async () => {
  const { code, stderr } = await fleet('replay-delivery', 'rejected');
  expect(code).toBe(0);
  expect(stderr).toContain('fleet cloud get-command rejected --follow');
});
