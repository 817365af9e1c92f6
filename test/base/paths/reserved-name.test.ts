import { expect, test } from 'vitest';
import { reservedName } from '../../../src/base/paths/reserved-name.ts';
import { PLATFORMS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';

const { devices } = PLATFORMS['PLATFORM-names'];

test.each([...devices, 'CON', 'nul.txt', 'com¹', 'aux .md', 'conout$', 'a.', 'a '])(
  'Windows takes %j for another name',
  (name) => {
    proves('PLATFORM-names');
    expect(reservedName(name, 'win32')).toMatch(/^Windows /);
    expect(reservedName(name, 'linux')).toBeUndefined();
    expect(reservedName(name, 'darwin')).toBeUndefined();
  },
);

test.each(['console', 'nul-check', 'com10', 'com', 'a.con', 'deploy-check', 'au'])(
  'Windows takes %j as it is',
  (name) => {
    expect(reservedName(name, 'win32')).toBeUndefined();
  },
);
