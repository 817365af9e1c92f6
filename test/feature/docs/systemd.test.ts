import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { unknownIn } from '../../support/docs/named-commands.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

proves('DOCS-systemd');

const UNITS = ['fleet-server.service', 'fleet-machine.service'];
const HAS_SYSTEMD = spawnSync('systemd-analyze', ['--version']).status === 0;

test.each(UNITS)('%s starts a command that exists', (name) => {
  const [, command = ''] = /^ExecStart=\S+\/(fleet .*)$/m.exec(unit(name)) ?? [];
  expect(command).not.toBe('');
  expect(unknownIn(command)).toEqual([]);
});

test.each(UNITS)(
  'systemd finds nothing wrong with %s, and something with a misspelt one',
  (name) => {
    // Its absence is nothing that a test run can mend; the commands are looked at in any case.
    if (!HAS_SYSTEMD) return;
    expect(verify(name, unit(name))).toBe('');
    expect(verify(name, unit(name).replace('Restart=', 'Restrat='))).toContain('Restrat');
  },
);

function unit(name: string): string {
  return readFileSync(join('docs/systemd', name), 'utf8');
}

/** What systemd says of a unit, whose program is one that is here. */
function verify(name: string, text: string): string {
  const path = join(newTemporaryFolder(), name);
  writeFileSync(path, text.replace('/usr/local/bin/fleet', process.execPath));
  const { stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', path], {
    encoding: 'utf8',
  });
  return stderr
    .split('\n')
    .filter((line) => line.includes(name))
    .join('\n');
}
