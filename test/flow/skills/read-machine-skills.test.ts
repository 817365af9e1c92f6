import { expect, test } from 'vitest';
import { systemClock } from '../../../src/base/time/clock.ts';
import type { FleetClient } from '../../../src/client/fleet-client.ts';
import { readMachineSkills } from '../../../src/flow/skills/read-machine-skills.ts';
import type { SkillService } from '../../../src/flow/skills/skill-service.ts';
import { proves } from '../../support/proves.ts';
import { failureOf } from '../../support/test-client.ts';

/** A service whose machine has these skills. */
function serviceWith(skills: Readonly<Record<string, string>>): SkillService {
  const about = { status: 200, headers: {}, bytes: new Uint8Array(), text: '', requestId: 'r' };
  const response = (value: unknown) => ({ ...about, value });
  const client = {
    request: async (_method: string, path: string) =>
      response(
        path.startsWith('/api/v1/skills')
          ? { skills: Object.keys(skills).map((name) => ({ name })) }
          : {},
      ),
    callTool: async (_name: string, body: string) =>
      response({ content: skills[JSON.parse(body).skill] }),
  } as unknown as FleetClient;
  const { signal } = new AbortController();
  return { client, clock: systemClock, signal, followTimeoutMs: 0 };
}

test('a text that is longer than a skill can be is none', async () => {
  proves('ATTACK-costly-text');
  const service = serviceWith({
    short: 'x',
    emoji: '🙂'.repeat(524_288),
    long: 'x'.repeat(524_289),
  });
  const { skills } = await readMachineSkills(service, 'mac_1', { chars: 0 });
  expect([...skills].map(([name, { kind }]) => [name, kind])).toEqual([
    ['emoji', 'text'],
    ['long', 'unreadable'],
    ['short', 'text'],
  ]);
});

test('the texts of several machines are kept up to a bound', async () => {
  proves('ATTACK-costly-text');
  const held = { chars: 0 };
  const service = serviceWith({ one: 'x'.repeat(100), two: 'x'.repeat(100) });
  await readMachineSkills(service, 'mac_1', held);
  expect(held).toEqual({ chars: 200 });
  held.chars = 256 * 1024 * 1024 - 150;
  const reading = readMachineSkills(service, 'mac_2', held);
  expect(await failureOf(reading)).toMatchObject({ kind: 'conflict', code: 'too_long_to_hold' });
});
