import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import { shellSkill, writeMachineFolder } from '../../../support/machine/machine-folder.ts';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';
import { startWholeFleet } from '../../../support/whole-fleet.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const TEXT = `---\nname: tidy\ndescription: A skill\nfleet:\n${shellSkill('true')}`;
const SAVE = ['cloud', 'save-skill', 'build-01', 'tidy', '--content', `${TEXT}More.\n`];

/** The whole fleet with the skill `tidy`, and what somebody else does to its file. */
async function fixture() {
  const { machine, server } = await startWholeFleet((folder) =>
    writeMachineFolder(folder, { skills: { tidy: TEXT } }),
  );
  const file = join(machine.folder, 'skills', 'tidy', 'SKILL.md');
  return {
    env: { FLEET_BASE_URL: server.baseUrl, FLEET_API_KEY: server.keys.admin, NO_COLOR: '1' },
    there: () => readFileSync(file, 'utf8'),
    write: (text: string) => writeFileSync(file, text),
  };
}

test('save-skill shows the difference before it asks', async () => {
  proves('UI-skill-edit');
  const { env, there } = await fixture();
  const { code, output } = await runOnTerminal(SAVE, { env, typed: 'n\r' });
  expect(output).toMatch(
    /\+\+\+ yours\/skills\/tidy\/SKILL\.md\n[\s\S]*\n\+More\.\n[\s\S]*\[y\/N\]/,
  );
  expect([code, there()]).toEqual([3, TEXT]);
});

test('save-skill looks again after the yes, and asks anew where somebody was faster', async () => {
  proves('UI-skill-edit');
  const { env, there, write } = await fixture();
  const theirs = TEXT.replace('A skill', 'Theirs');
  const yesAfter = async () => {
    write(theirs);
    return 'y\r';
  };
  const anew =
    /Somebody changed tidy on build-01 meanwhile\.[\s\S]*-description: Theirs[\s\S]*\[y\/N\]/;
  const run = (typed: string) =>
    runOnTerminal(SAVE, {
      env,
      steps: [
        { prompt: /\[y\/N\]/, typed: yesAfter },
        { prompt: anew, typed },
      ],
    });
  expect([(await run('n\r')).code, there()]).toEqual([3, theirs]);
  write(TEXT);
  expect([(await run('y\r')).code, there()]).toEqual([0, `${TEXT}More.\n`]);
});
