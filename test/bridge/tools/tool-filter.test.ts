import { expect, test } from 'vitest';
import { toolFilter } from '../../../src/bridge/tools/tool-filter.ts';
import { proves } from '../../support/proves.ts';

test('no spelling of a name passes a deny, and none takes long', async () => {
  proves('UI-mcp-filters');
  const filter = await toolFilter({ readOnly: false, allow: [], deny: ['delete*', '*a*a*a*a*b'] });
  for (const name of ['delete_skill', 'delete\nskill', 'delete/../skill', 'a'.repeat(129)]) {
    expect([name, filter(name, 'write')]).toEqual([name, 'denied']);
  }
  expect(filter('rename_machine', 'write')).toBeUndefined();
  const open = await toolFilter({ readOnly: false, allow: [], deny: [] });
  expect(open('delete\nskill', 'write')).toBeUndefined();
});
