import { expect, test } from 'vitest';
import { fetchTools } from '../../../src/bridge/tools/tool-sources.ts';
import { proves } from '../../support/proves.ts';

test('pages of tools are read up to 64 MiB together, however many follow', async () => {
  proves('BRIDGE-list-bounded');
  const tools = [{ name: 'get_thing', description: 'x'.repeat(17 * 1024 * 1024) }];
  let pages = 0;
  const send = async () => {
    pages += 1;
    const result = { tools, nextCursor: `page-${pages}` };
    return { kind: 'result', result, session: undefined } as const;
  };
  expect(await fetchTools({ send })).toBeUndefined();
  expect(pages).toBe(4);
});
