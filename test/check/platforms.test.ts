import { expect, test } from 'vitest';
import { proves } from '../support/proves.ts';
import { planted } from './planted.ts';
import { platformFindings } from './platforms.ts';

test.each([
  "if (process.platform === 'linux') run();",
  'const { env, platform } = process;',
  "import { platform } from 'node:process';",
  "import { EOL } from 'node:os';",
  "import * as os from 'node:os';\nos.platform();",
])('the system is asked for in one file: %s', (text) => {
  proves('PLATFORM-parameter');
  const at = (path: string) => platformFindings(planted({ [path]: text }));
  expect(at('src/terminal/a.ts')).toHaveLength(1);
  expect(at('src/base/processes/a.ts')).toHaveLength(1);
  expect(at('build/a.ts')).toHaveLength(1);
  expect(at('src/base/platform.ts')).toEqual([]);
  expect(at('bin/run.js')).toEqual([]);
  expect(at('test/a.ts')).toEqual([]);
});

test.each([
  "const isWindows = platform === 'win32';",
  "const CACHES = { darwin: 1 };\nconst cache = CACHES['darwin'];",
  "import { win32 } from 'node:path';",
])('systems are told apart in the folders of their kinds: %s', (text) => {
  const at = (path: string) => platformFindings(planted({ [path]: text }));
  expect(at('src/terminal/a.ts')).toHaveLength(1);
  expect(at('src/base/processes/a.ts')).toEqual([]);
  expect(at('src/profile/keychain/a.ts')).toEqual([]);
});

test.each([
  'const isLinux = host.platform;',
  "const { tmpdir } = process.getBuiltinModule('node:os');",
  "import { join } from 'node:path';",
])('what does neither is no finding: %s', (text) => {
  expect(platformFindings(planted({ 'src/terminal/a.ts': text }))).toEqual([]);
});
