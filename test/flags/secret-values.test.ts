import { expect, test } from 'vitest';
import { problemsOf } from '../../src/flags/check/check-input.ts';
import { fieldsOf } from '../../src/flags/fields.ts';
import { proves } from '../support/proves.ts';

test('a value that its schema calls secret is not told where it is refused', async () => {
  proves('UI-confirm-as-shown');
  const properties = {
    token: { type: 'string', minLength: 30, writeOnly: true },
    login: {
      properties: {
        word: { type: 'string', format: 'password', maxLength: 3 },
        port: { type: 'integer' },
      },
    },
  };
  const pair = { properties: { user: {}, token: properties.token }, maxProperties: 1 };
  const schema = { type: 'object', properties: { ...properties, pair } };
  const input = {
    token: 'hunter2',
    login: { word: 'hunter2', port: '7' },
    pair: { user: 'ada', token: 'hunter2'.repeat(5) },
  };
  const problems = await problemsOf(input, schema, fieldsOf(schema));
  expect(JSON.stringify(problems)).not.toContain('hunter2');
  expect(problems.map(({ sentence }) => sentence)).toEqual([
    '--token is (not shown); allowed is text of at least 30 characters.',
    '--login.word is (not shown); allowed is text of at most 3 characters.',
    '--login.port is "7"; allowed is a whole number.',
    '--pair is {"user":"ada","token":"(not shown)"}; allowed is of at most 1 members.',
  ]);
});
