import { expect, test } from 'vitest';
import { requirePrograms } from '../../src/demo/require-programs.ts';
import { proves } from '../support/proves.ts';

test('the demonstration says that it does not run on Windows, before anything is made', () => {
  proves('PLATFORM-no-groups');
  expect(() => requirePrograms('win32')).toThrow(
    expect.objectContaining({
      kind: 'usage',
      facts: expect.objectContaining({ title: 'The demonstration does not run on Windows' }),
    }),
  );
  for (const platform of ['linux', 'darwin'] as const) {
    expect(() => requirePrograms(platform)).not.toThrow();
  }
});
