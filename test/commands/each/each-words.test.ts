import { expect, test } from 'vitest';
import { summaryInWords } from '../../../src/commands/each/each-words.ts';
import type { EachRow } from '../../../src/commands/each/result-row.ts';
import { proves } from '../../support/proves.ts';

const notSent = (machine: string): EachRow => ({
  machine,
  name: machine,
  operation: 'run_skill',
  sent: 'no',
  result: 'not_sent',
  exit_code: 7,
  job: null,
  command: null,
  response: null,
  error: null,
  run: 'r1',
  run_machines: 2,
});

test.each([
  ['mac_1', '--machine mac_0 --machine mac_1'],
  ['mac_1\u001b]0;a\u0007\u009b31m', 'the names above'],
  ['mac_1\r\n::error::a', 'the names above'],
  ['$(reboot)', 'the names above'],
  ['--yes', 'the names above'],
])('a command to copy has no id that is more than a word: %j', (id, words) => {
  proves('UI-each-reader', 'UI-output-sanitised');
  const told = {
    targetCount: 2,
    isJsonl: true,
    hasReader: false,
    cutCount: 0,
    partNote: undefined,
  };
  const lines = summaryInWords([notSent('mac_0'), notSent(id)], told).split('\n');
  expect(lines).toEqual([
    '2 machines: 2 not sent.',
    `No file has the rest of this output, as --retry-from wants it. Repeat what was not sent with ${words}.`,
  ]);
});
