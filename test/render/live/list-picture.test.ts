import { expect, test } from 'vitest';
import { listPicture } from '../../../src/render/live/list-picture.ts';
import { textWidth } from '../../../src/render/text-width.ts';
import { proves } from '../../support/proves.ts';

const NOW = new Date(2026, 9, 3, 8, 5, 9).getTime();
const rows = Array.from({ length: 30 }, (_, at) => ({
  id: `job_${at}`,
  title: `A title that is long enough to be cut ${at}`,
  state: at < 2 ? 'needs_input' : 'in_progress',
  trigger: 'manual',
}));
const options = { isTerminal: true, colour: false, now: NOW };
const picture = (height: number, width: number, more: object = {}) =>
  listPicture(
    { list: { member: 'jobs', rows, isPart: false }, seenAtMs: NOW, isMissed: false, ...more },
    { ...options, height, width },
  );

test.each([
  [24, 80],
  [10, 40],
  [4, 20],
])('a list fits a terminal of %i lines and %i columns, and says what it hides', (height, width) => {
  proves('UI-watch');
  const lines = picture(height, width);
  expect(lines.length).toBeLessThanOrEqual(height - 1);
  expect(Math.max(...lines.map(textWidth))).toBeLessThanOrEqual(width);
  expect(lines.at(-1)).toBe(`… ${30 - (height - 4)} more`);
});

test('a picture says when it was made, how many are in which state, and that no answer comes', () => {
  proves('UI-watch');
  const [first] = picture(40, 80);
  expect(first).toBe('08:05:09 · 2 needs input · 28 in progress · Ctrl-C ends');
  expect(picture(40, 80).length).toBe(32);
  expect(picture(40, 80, { isMissed: true })[0]).toBe('no answer since 08:05:09, trying again');
  const list = { member: 'jobs', rows, isPart: true };
  expect(picture(40, 80, { list }).at(-1)).toBe('… more, and older ones');
});
