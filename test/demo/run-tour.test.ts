import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runTour } from '../../src/demo/run-tour.ts';
import type { TourStep } from '../../src/demo/tour.ts';
import { proves } from '../support/proves.ts';
import { newTemporaryFolder } from '../support/temporary-folder.ts';

const STEPS: readonly TourStep[] = [
  { shows: 'First.', args: ['--version'], elsewhere: ['more'] },
  { args: ['name'], captureAs: 'JOB' },
  { shows: 'Second.', args: ['follow', '$JOB'], exitCode: 10 },
];

/** Runs the steps with a program that ends with 10 where it follows; gives what happened in order. */
async function tourOf({ isTerminal }: { readonly isTerminal: boolean }) {
  const entry = join(newTemporaryFolder(), 'program.js');
  writeFileSync(
    entry,
    `const [word, job] = process.argv.slice(2);
    if (word === 'name') process.stdout.write('job_1\\n');
    if (word === 'follow') process.exitCode = job === 'job_1' ? 10 : 1;`,
  );
  const happened: string[] = [];
  await runTour(STEPS, {
    program: [process.execPath, entry],
    environment: process.env,
    print: (text) => happened.push(text),
    signal: new AbortController().signal,
    known: {},
    isTerminal,
    untilNext: isTerminal ? async (place) => void happened.push(`pause ${place}`) : undefined,
  });
  return happened;
}

test('on a terminal the tour waits for a person between two scenes', async () => {
  proves('DEMO-tour');
  expect(await tourOf({ isTerminal: true })).toEqual([
    '\n# First.\n$ fleet --version\n',
    'pause 1 of 2',
    '# Second.\n$ JOB=$(fleet name)\n$ fleet follow "$JOB"\n',
    '(exit code 10)\n',
  ]);
});

test('elsewhere it waits for nobody, and shows the flags that keep its tables narrow', async () => {
  proves('DEMO-tour');
  expect(await tourOf({ isTerminal: false })).toEqual([
    '\n# First.\n$ fleet --version more\n',
    '\n# Second.\n$ JOB=$(fleet name)\n$ fleet follow "$JOB"\n',
    '(exit code 10)\n',
  ]);
});
