import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/flags/fields.ts';
import { toFlagDescriptors } from '../../src/flags/flag-descriptors.ts';
import { proves } from '../support/proves.ts';

const FIELDS = fieldsOf({
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, maximum: 100, default: 20, description: 'How many.' },
    args: { type: 'object', properties: { deep: { type: 'boolean' }, max_age: {} } },
    options: { type: 'array', items: { enum: ['a', 'b'] } },
    headers: { type: 'object', additionalProperties: { type: 'string' } },
    content: { type: 'string' },
    'a b': { type: 'string' },
  },
  required: ['limit'],
});

test('a flag hands its text on, says which values it takes and repeats where it may', () => {
  proves('UI-flags-rule-3');
  const shown = toFlagDescriptors(FIELDS).map((flag) =>
    [flag.name, flag.kind, flag.multiple, flag.allowNo, flag.options, flag.helpValue].join(' '),
  );
  expect(shown).toEqual([
    'limit text false false  1..100',
    'args text false false  JSON|@file',
    'args.deep boolean false true  ',
    'args.max-age text false false  JSON|@file',
    'options text true false a,b a|b',
    'headers text true false  NAME=VALUE',
    'content text false false  TEXT|@file',
  ]);
});

test('help gets the description, the default and whether the schema requires it', () => {
  proves('UI-flags-rule-5');
  const [limit, , , maxAge] = toFlagDescriptors(FIELDS);
  expect(limit).toMatchObject({
    helpText: 'How many.',
    shownDefault: '20',
    required: false,
    isRequiredBySchema: true,
    wireName: 'limit',
  });
  expect(maxAge).toMatchObject({ wireName: 'args.max_age', shownDefault: null, helpText: '' });
});
