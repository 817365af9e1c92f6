import { expect, test } from 'vitest';
import { suggest } from '../../src/contract/suggest.ts';
import { exampleInput } from '../../src/flags/example.ts';

test('an example fits the schema it is made from, and invents no text that is not required', async () => {
  const schema = {
    type: 'object',
    properties: {
      machine: { type: 'string', minLength: 1, maxLength: 200 },
      skill: { type: 'string', pattern: '^[a-z0-9][a-z0-9-]{0,63}$' },
      name: { type: 'string', pattern: '^[A-Z_][A-Z0-9_]{0,99}$' },
      odd: { type: 'string', pattern: '^never-this$' },
      state: { enum: ['open', 'resolved'] },
      limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      options: { type: 'array', items: { type: 'string', maxLength: 3 }, minItems: 1 },
      args: { type: 'object', properties: { lines: { type: 'integer' } } },
      payload: {},
      headers: { type: 'object', additionalProperties: { type: 'string' } },
      maybe: { anyOf: [{ type: 'integer' }, { type: 'null' }] },
    },
    required: ['machine', 'skill'],
  };
  expect(JSON.stringify(await exampleInput(schema))).toBe(
    '{"machine":"machine-1","skill":"skill-1","state":"open","limit":20,' +
      '"options":["opt"],"args":{"lines":1},"payload":{},"headers":{"name":"value"},"maybe":1}',
  );
});

test('an example that the schema gives comes first, where it fits', async () => {
  const schema = {
    type: 'object',
    properties: {
      type: { type: 'string', maxLength: 64, examples: ['ping', 'health.get'] },
      limit: { type: 'integer', default: 20, examples: ['no number'] },
    },
  };
  expect(await exampleInput(schema)).toEqual({ type: 'ping', limit: 20 });
});

test('near words are suggested, far ones are not', () => {
  const words = ['list-machines', 'list-jobs', 'get-machine', 'get_job'];
  expect(suggest('list-machine', words)).toEqual(['list-machines', 'get-machine']);
  expect(suggest('lsit_jobs', words)).toEqual(['list-jobs']);
  expect(suggest('get-job', words)).toEqual(['get_job']);
  expect(suggest('describe-cloud', words)).toEqual([]);
  expect(suggest('', words)).toEqual([]);
});
