import { expect, test } from 'vitest';
import type { Member } from '../../../requirements/entry.ts';
import { OPERATIONS, WIRE } from '../../../requirements.ts';
import { proves } from '../../../support/proves.ts';
import { type KeyName, startTestServer } from '../../../support/test-server.ts';

interface ListedTool {
  readonly name: string;
  readonly scope: string;
  readonly class: string;
  readonly allowed: boolean;
  readonly input_schema: {
    readonly type: string;
    readonly required?: readonly string[];
    readonly properties?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
}

async function listTools(scope: KeyName = 'admin'): Promise<readonly ListedTool[]> {
  const server = await startTestServer();
  const { body } = await server.call('/api/v1/tools', { scope });
  return body.tools;
}

test('the catalogue has its version, its instructions and every operation of the specification, no other', async () => {
  proves('ROUTE-GET-/api/v1/tools', 'VER-catalogue', 'WIRE-catalogue-shape', 'RULE-6');
  const server = await startTestServer();
  const { status, body } = await server.call('/api/v1/tools');
  expect(status).toBe(200);
  expect(body.catalogue_version).toBe(1);
  expect(body.instructions.length).toBeGreaterThan(100);
  const tools: readonly ListedTool[] = body.tools;
  expect(tools.map(({ name }) => name).sort()).toEqual(Object.keys(OPERATIONS).sort());
  for (const tool of tools) {
    expect(Object.keys(tool).sort()).toEqual([...WIRE['WIRE-catalogue-shape'].members].sort());
  }
});

test('scope, class and whether a key has it are those of the table', async () => {
  const order = ['fleet:read', 'fleet:run', 'fleet:admin'];
  for (const [rank, key] of (['read', 'run', 'admin'] as const).entries()) {
    for (const tool of await listTools(key)) {
      const row = Object.entries(OPERATIONS).find(([name]) => name === tool.name)?.[1];
      expect([tool.name, tool.scope, tool.class]).toEqual([tool.name, row?.scope, row?.class]);
      expect(tool.allowed, tool.name).toBe(order.indexOf(row?.scope ?? '') <= rank);
    }
  }
});

test('each published schema states the members, limits and defaults of the specification', async () => {
  proves(
    'LIM-wait-answer_job',
    'LIM-wait-get_command',
    'LIM-wait-get_skill',
    'LIM-wait-run_skill',
    'LIM-wait-send_command',
    'LIM-wait-replay_delivery',
    'LIM-wait-save_skill',
    'LIM-wait-test_skill',
  );
  for (const tool of await listTools()) {
    const row = Object.entries(OPERATIONS).find(([name]) => name === tool.name)?.[1];
    const members: readonly [string, Member][] = Object.entries(row?.input ?? {});
    const { properties = {}, required = [], type } = tool.input_schema;
    expect(type).toBe('object');
    expect(Object.keys(properties).sort(), tool.name).toEqual(members.map(([name]) => name).sort());
    expect([...required].sort(), tool.name).toEqual(
      members.flatMap(([name, member]) => (member.required ? [name] : [])).sort(),
    );
    for (const [name, member] of members) {
      expect(properties[name], `${tool.name}.${name}`).toMatchObject(published(member));
    }
  }
});

/** What JSON Schema says of a member. */
function published(member: Member): Readonly<Record<string, unknown>> {
  const { type, min, max, itemMin, itemMax, values, pattern } = member;
  const stated = (name: string, value: unknown) => (value === undefined ? {} : { [name]: value });
  const common = { ...stated('default', member.default), ...stated('enum', values) };
  switch (type) {
    case 'string':
      return {
        type,
        ...common,
        ...stated('maxLength', max),
        ...(min === undefined || min === 0 ? {} : { minLength: min }),
        ...stated('pattern', pattern),
      };
    case 'integer':
      return { type, ...common, ...stated('minimum', min), ...stated('maximum', max) };
    case 'list of strings':
      return {
        type: 'array',
        ...stated('minItems', min),
        ...stated('maxItems', max),
        items: { type: 'string', ...stated('minLength', itemMin), ...stated('maxLength', itemMax) },
      };
    case 'map of strings':
      return { type: 'object', additionalProperties: { type: 'string' } };
    case 'any':
      return {};
    default:
      return { type, ...common };
  }
}
