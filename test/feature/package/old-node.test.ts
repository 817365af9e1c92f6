import { execFile } from 'node:child_process';
import { expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY } from '../../support/run-fleet.ts';

interface Ended {
  readonly code: number | string | null | undefined;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the program on a Node that says it is `version`. */
function runOn(version: string, args: readonly string[]): Promise<Ended> {
  const disguise = `Object.defineProperty(process, 'versions', { value: { node: '${version}' } })`;
  const preload = `data:text/javascript,${encodeURIComponent(disguise)}`;
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['--import', preload, FLEET_ENTRY, ...args],
      (error, stdout, stderr) => resolve({ code: error?.code ?? 0, stdout, stderr }),
    );
  });
}

test('an old Node is told in one line which one is needed', async () => {
  proves('UI-setup-old-node');
  for (const version of ['18.20.8', '20.20.2', '22.18.0']) {
    for (const args of [['--version'], ['cloud', 'list-machines'], []]) {
      expect(await runOn(version, args)).toEqual({
        code: 1,
        stdout: '',
        stderr: `fleet needs Node 22.19 or newer; this is ${version}\n`,
      });
    }
  }
  for (const version of ['22.19.0', '24.0.0']) {
    expect((await runOn(version, ['--version'])).code).toBe(0);
  }
});
