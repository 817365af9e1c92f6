import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { passingPlace } from '../../../src/bridge/assistants/passing-path.ts';
import { proves } from '../../support/proves.ts';

const PROGRAM = 'node_modules/@fleet-cloud/cli/bin/run.js';

test.each([
  [`/people/eve/.npm/_npx/3f2a/${PROGRAM}`, 'package_cache'],
  [
    'D:\\people\\ada\\AppData\\Local\\npm-cache\\_npx\\3f2a\\node_modules\\@fleet-cloud\\cli\\bin\\run.js',
    'package_cache',
  ],
  [`/people/eve/.cache/pnpm/dlx/a1/b2/${PROGRAM}`, 'package_cache'],
  [`/people/eve/.cache/pnpm/dlx-4711/${PROGRAM}`, 'package_cache'],
  [`/tmp/bunx-1000-@fleet-cloud/cli@latest/${PROGRAM}`, 'package_cache'],
  [`/people/eve/.yarn/berry/cache/cli-npm-1.0.0.zip/${PROGRAM}`, 'archive'],
  [`/people/eve/app/.yarn/__virtual__/cli-virtual-1/0/${PROGRAM}`, 'archive'],
  [`/tmp/try/${PROGRAM}`, 'temporary_folder'],
  [`/usr/local/lib/${PROGRAM}`, undefined],
  [`/people/eve/.local/share/pnpm/global/5/.pnpm/x/${PROGRAM}`, undefined],
  ['/people/eve/src/fleet/bin/run.js', undefined],
  ['/tmp/clone/bin/run.js', undefined],
  [`/tmpfiles/${PROGRAM}`, undefined],
])('%s is in a place that does not last: %s', (path, place) => {
  proves('BRIDGE-install-lasting');
  expect(passingPlace(path, ['/tmp', ''])).toBe(place);
});

test('the working folder is no folder for temporary files where no variable names one', () => {
  proves('BRIDGE-install-lasting');
  const module = new URL('../../../src/commands/mcp/passing-program.ts', import.meta.url).href;
  const code = `import { passingProgram } from ${JSON.stringify(module)};
    const program = { entryFile: '/usr/x/${PROGRAM}', node: '/usr/node' };
    for (const environment of [{}, { TMPDIR: '' }, { TMPDIR: '/usr' }])
      console.log((await passingProgram(program, environment))?.facts.title);`;
  const args = ['--input-type=module', '-e', code];
  const printed = execFileSync(process.execPath, args, { cwd: '/usr', encoding: 'utf8' });
  expect(printed).toBe('undefined\nundefined\nThe entry would not last\n');
});
