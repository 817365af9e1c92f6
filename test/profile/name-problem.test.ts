import { expect, test } from 'vitest';
import type { Platform } from '../../src/base/platform.ts';
import { nameProblem } from '../../src/profile/name-problem.ts';
import { proves } from '../support/proves.ts';

test.each<[string, Platform, string | undefined]>([
  ['PROD', 'linux', undefined],
  ['PROD', 'darwin', 'This system takes PROD and prod, which is there, for one file.'],
  ['PROD', 'win32', 'This system takes PROD and prod, which is there, for one file.'],
  ['prod', 'win32', undefined],
  ['stage', 'win32', undefined],
  ['prod.', 'darwin', undefined],
  [
    'prod.',
    'win32',
    'prod. names the file of its key: Windows leaves out a dot or a space at its end.',
  ],
  ['nul', 'linux', undefined],
  ['nul', 'win32', 'nul names the file of its key: Windows keeps that name for a device.'],
])('a new profile %s beside prod, on %s', (name, platform, problem) => {
  proves('PLATFORM-names');
  expect(nameProblem(name, ['prod', 'other'], platform)).toBe(problem);
});
