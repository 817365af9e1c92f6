import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../../support/fake-clock.ts';
import { proves } from '../../../support/proves.ts';
import { scriptMachine } from '../../../support/scripted-machine.ts';
import { startTestServer } from '../../../support/test-server.ts';

interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxLength?: number;
}

const RUNS = 12;
const KNOWN = ['build-01', 'deploy-check', 'page_00000000000', '#12', '\u0000', '\ud800', ''];

/** Mostly what the schema allows, now and then anything. */
function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 5, arbitrary: allowedBy(schema) },
    { weight: 1, arbitrary: fc.jsonValue() },
  );
}

function allowedBy(schema: Schema): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  switch (schema.type) {
    case 'string':
      return fc.oneof(fc.constantFrom(...KNOWN), fc.string({ unit: 'binary', maxLength: 300 }));
    case 'integer':
      return fc.integer({ min: schema.minimum ?? -10, max: schema.maximum ?? 1000 });
    case 'boolean':
      return fc.boolean();
    case 'array':
      return fc.array(valuesOf(schema.items ?? {}), { maxLength: 25 });
    case 'object':
      return fc.dictionary(fc.string({ maxLength: 20 }), fc.jsonValue(), { maxKeys: 5 });
    default:
      return fc.jsonValue();
  }
}

function inputsOf({ properties = {}, required = [] }: Schema): fc.Arbitrary<object> {
  const held = ['wait_seconds'];
  const members = Object.entries(properties).filter(([name]) => !held.includes(name));
  const wait = Object.hasOwn(properties, 'wait_seconds') ? { wait_seconds: fc.constant(0) } : {};
  const values = Object.fromEntries(members.map(([name, schema]) => [name, valuesOf(schema)]));
  return fc.record(
    { ...values, ...wait },
    { requiredKeys: [...required, ...Object.keys(wait)] as never[] },
  );
}

test('no input is a 500, and every answer is as the description says', async () => {
  proves('ERR-members');
  const clock = createFakeClock(Date.now());
  const server = await startTestServer({ clock });
  const { baseUrl, machineToken: token } = server;
  await scriptMachine({ baseUrl, token }).sync();
  const { tools } = (await server.call('/api/v1/tools')).body;
  const statuses = new Map<number, number>();
  for (const { name, input_schema: schema } of tools) {
    // A held call would wait for the clock: these two wait without being told to.
    if (['delete_skill', 'watch_job'].includes(name)) continue;
    clock.advance(61_000);
    const property = fc.asyncProperty(inputsOf(schema), async (input) => {
      const { status } = await server.tool(name, input);
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      expect(status, name).toBeLessThan(500);
    });
    await fc.assert(property, { numRuns: RUNS });
  }
  expect(statuses.get(200)).toBeGreaterThan(50);
  expect(statuses.get(400)).toBeGreaterThan(50);
}, 120_000);
