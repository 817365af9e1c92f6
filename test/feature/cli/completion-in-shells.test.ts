import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { proves } from '../../support/proves.ts';
import { FLEET_ENTRY, fleetEnvironment, runFleet } from '../../support/run-fleet.ts';

proves('UI-completion');

const folder = mkdtempSync(join(tmpdir(), 'fleet-shells-'));
const env = fleetEnvironment({ PATH: [folder, process.env['PATH']].join(delimiter) });
const FILES = join(folder, 'some-folder');

beforeAll(() => {
  const fleet = `#!/bin/sh\nexec '${process.execPath}' '${FLEET_ENTRY}' "$@"\n`;
  writeFileSync(join(folder, 'fleet'), fleet, { mode: 0o755 });
  mkdirSync(FILES);
  writeFileSync(join(FILES, 'secret.env'), '');
});

/** The completion script of a shell, in a file. */
async function scriptFor(shell: string, name = `script.${shell}`): Promise<string> {
  const path = join(folder, name);
  writeFileSync(path, (await runFleet(['completion', shell])).stdout);
  return path;
}

function run(shell: string, args: readonly string[]): string {
  const { stderr, stdout } = spawnSync(shell, args, { env, cwd: folder, timeout: 20_000 });
  expect(stderr.toString()).toBe('');
  return stdout.toString();
}

function isHere(shell: string): boolean {
  return spawnSync(shell, ['--version']).status === 0;
}

test('fish completes with the script, and files where one is wanted', async ({ skip }) => {
  skip(!isHere('fish'), 'no fish here');
  const script = await scriptFor('fish');
  const offered = (typed: string) =>
    run('fish', ['-N', '-c', `source ${script}; complete -C '${typed}'`]).split('\n');
  expect((await offered('fleet cloud run-sk'))[0]).toMatch(/^run-skill\t\w/);
  expect(offered('fleet cloud run-skill --runner s')).toEqual(['shell', '']);
  expect(offered('fleet cloud run-skill --runner=s')).toEqual(['--runner=shell', '']);
  expect(offered('fleet secret new --file some-folder/s')).toEqual(['some-folder/secret.env', '']);
  expect(offered('fleet logs some-')).toEqual(['']);
});

/**
 * Types into an interactive zsh, asks for completion, and prints what then stands on the line, between characters
 * that the echo of what is typed does not have.
 */
const ZSH = `
zmodload zsh/zpty
zpty shell zsh -f -i
zpty -w shell "PROMPT=; $1; show() { print -r -- \\$'\\x3c'\\$BUFFER\\$'\\x3e' }; zle -N show; bindkey ^T show"
zpty -n -w shell "$2"$'\\t\\x14'
zpty -r shell seen $'*<f*>*'
print -r -- \${\${seen##*<}%%>*}
`;

test('zsh completes with the script, sourced or found, and files where one is wanted', async ({
  skip,
}) => {
  skip(!isHere('zsh'), 'no zsh here');
  const sourced = `autoload -Uz compinit; compinit -u -D; source ${await scriptFor('zsh')}`;
  await scriptFor('zsh', '_fleet');
  const found = `fpath=(${folder} $fpath); autoload -Uz compinit; compinit -u -D`;
  for (const start of [sourced, found]) {
    const line = (typed: string) => run('zsh', ['-f', '-c', ZSH, 'zsh', start, typed]).trim();
    expect(line('fleet cloud run-sk')).toBe('fleet cloud run-skill');
    expect(line('fleet cloud run-skill --runner s')).toBe('fleet cloud run-skill --runner shell');
    expect(line('fleet cloud run-skill --runner=s')).toBe('fleet cloud run-skill --runner=shell');
    const file = 'fleet secret new --file=some-folder/secret.env';
    expect(line(file.slice(0, -5))).toBe(file);
    expect(line('fleet logs some-')).toBe('fleet logs some-');
  }
}, 60_000);

test('bash puts the one value of several alike on the line, and no text beside them', async ({
  skip,
}) => {
  skip(!isHere('bash'), 'no bash here');
  const script = await scriptFor('bash');
  const reply = (...found: readonly string[]) => replyIn(80, ...found);
  const replyIn = (columns: number, ...found: readonly string[]) =>
    run('bash', [
      '--norc',
      '-c',
      `source ${script}
      COLUMNS=${columns}
      fleet() { printf '%b' '${found.join('\\n')}\\n'; }
      COMP_LINE='fleet watch '; COMP_WORDS=(fleet watch ''); COMP_CWORD=2 COMP_TYPE=9
      _fleet; printf '%s\\n' "\${COMPREPLY[@]}"`,
    ]);
  expect(reply('same\\tabout; rm one', 'same\\tabout; rm two')).toBe('same\n');
  expect(reply('one\\tfirst', 'one\\tagain', 'two\\tsecond')).toBe('one  (first)\ntwo  (second)\n');
  const long = 'web-01-of-the-north';
  const found = [`${long}-east\\tabout`, `${long}-west\\tabout`, 'web\\teverything of it'];
  expect(replyIn(20, ...found)).toBe(`${long}-east\n${long}-west\nweb  (everything\n`);
});
