import { expect, test } from 'vitest';
import { parseConfig } from '../../src/machine/config/machine-config.ts';

test.each([
  ['mode: control\nrunners: agent_a: x\n', 'line 2, column 10: a setting and its value'],
  ['mode: control\n\tallow: []\n', 'line 2, column 1: begins with a tab; only spaces'],
  ['allow: [a\nmode: observe\n', 'line 2, column 1: begins in another column than'],
  ['mode: "observe\n', 'line 2, column 1: a quote, ] or } is missing'],
  ['mode: observe\nmode: control\n', 'line 2, column 1: "mode" is set a second time'],
  ['mode observe\nallow: []\n', 'line 1, column 1: must be NAME: VALUE, with a colon and a space'],
  ['mode: @x\n', 'line 1, column 7: a value that begins with "@" has to stand in quotes'],
  ['mode: observe\nallow: [a]]\n', 'line 2, column 11: "]" cannot stand here'],
  ["mode: 'observe' now\n", 'line 1, column 17: "now" cannot stand here'],
  ['mode: "\\q"\n', 'line 1, column 8: within "…" a backslash is written \\\\'],
  ['mode: observe\n---\nmode: control\n', 'line 2, column 1: a line --- may not stand between'],
  ['mode: observe\nallow: *all\n', 'line 2: *all has no &all above it'],
  [`mode: observe\nallow: &a [x]\ndeny: [${'*a, '.repeat(2000)}]`, 'more than 100 values'],
])('what is wrong with %j is said in the words of who wrote it', (text, problem) => {
  expect(() => parseConfig(text)).toThrow(
    expect.objectContaining({
      name: 'YamlError',
      message: expect.stringContaining(problem),
    }),
  );
});
