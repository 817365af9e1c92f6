import { expect, test } from 'vitest';
import { writeLog } from '../../src/commands/log-text.ts';
import { proves } from '../support/proves.ts';

async function written(text: string): Promise<string> {
  let shown = '';
  const stdout = {
    isTerminal: true,
    columns: 80,
    write: async (part: string) => {
      shown += part;
    },
  };
  await writeLog({ stdout }, text);
  return shown;
}

test.each([
  ['10 %\r20 %\rdone\nnext\n', 'done\nnext\n'],
  ['windows\r\n\r\nlast\r', 'windows\n\nlast\n'],
  ['\r\r\n', '\n'],
])('of a line that was written over the last writing is shown: %j', async (text, shown) => {
  expect(await written(text)).toBe(shown);
});

test('a line of 256 KiB takes no more than the time of one reading', async () => {
  proves('ATTACK-linear-patterns');
  const line = 'a'.repeat(256 * 1024);
  expect(await written(line)).toBe(line);
});
