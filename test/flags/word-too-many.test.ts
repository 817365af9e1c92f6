import { expect, test } from 'vitest';
import { fieldsOf } from '../../src/flags/fields.ts';
import { toInput } from '../../src/flags/to-input.ts';
import { literalReaders } from '../support/literal-readers.ts';

test('a word too many is told the flag of what is still needed', async () => {
  const schema = {
    properties: { machine: { type: 'string' }, name: { type: 'string', maxLength: 100 } },
    required: ['machine', 'name'],
  };
  const raw = { flags: new Map(), args: [], positionals: ['web-1', 'two', 'three'] };
  const fields = { ...fieldsOf(schema), positionals: ['machine'] };
  const { readers } = literalReaders();
  await expect(toInput(fields, raw, readers)).rejects.toMatchObject({
    facts: {
      detail: '"two" has no place: this operation takes MACHINE and flags, for example --name.',
    },
  });
});
