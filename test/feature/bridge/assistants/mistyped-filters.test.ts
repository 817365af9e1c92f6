import { expect, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { proves } from '../../../support/proves.ts';

test('a filter that fits no tool is told, since what it was to leave out is offered', async () => {
  proves('BRIDGE-install-flags');
  const home = assistantHome('cursor');
  home.write('{}');
  const wrong = [
    '--deny',
    'disconect_machine',
    '--allow',
    'lst_*',
    '--deny',
    'purge_everything_now',
  ];
  const { code, stderr } = await home.mcp(['install', ...wrong, '--print']);
  expect(code).toBe(0);
  expect(stderr).toContain(
    '--deny disconect_machine fits no tool that is known here; did you mean disconnect_machine?',
  );
  expect(stderr).toContain('--allow lst_* fits no tool that is known here');
  expect(stderr).toContain('--deny purge_everything_now fits no tool that is known here\n');
});

test('nothing is said of filters that fit, in whatever way they are written', async () => {
  const home = assistantHome('cursor');
  home.write('{}');
  const good = ['delete-skill', 'mcp__fleet__delete_skill', 'Delete_Skill', '{get,list}_*', '*'];
  const words = good.map((glob) => `--deny=${glob}`);
  const { stderr } = await home.mcp(['install', '--allow', 'run_skill', ...words]);
  expect(stderr).not.toContain('fits no tool');
});
