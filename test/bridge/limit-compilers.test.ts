import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { limitCompilers } from '../../src/bridge/limit-compilers.ts';

function flagsSet(): readonly string[] {
  const flags: string[] = [];
  const v8 = { setFlagsFromString: (flag: string) => void flags.push(flag) };
  limitCompilers((() => v8) as unknown as NodeJS.Process['getBuiltinModule']);
  return flags;
}

test('this Node knows each option, or it would complain of it in the log of an assistant', () => {
  const set = flagsSet().map((flag) => `require('v8').setFlagsFromString('${flag}')`);
  const { stderr, stdout } = spawnSync(process.execPath, ['-e', set.join(';')]);
  expect(`${stdout}${stderr}`).toBe('');
});

test('the parser of responses is not compiled a second time', () => {
  expect(flagsSet()).toEqual(
    expect.arrayContaining(['--no-wasm-tier-up', '--no-wasm-dynamic-tiering']),
  );
});
