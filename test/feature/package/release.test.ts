import { execFileSync, spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { releaseFaults } from '../../../build/release/faults.ts';
import { stage } from '../../../build/release/stage.ts';
import manifest from '../../../oclif.manifest.json' with { type: 'json' };
import { COMMANDS } from '../../../src/commands/registry.ts';
import { DOCUMENTS } from '../../requirements.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';

const KNOWN = {
  copyright_holder: 'The Example Authors',
  repository: 'git+https://git.example.com/fleet.git',
  security_contact: 'security@example.com',
};
const UNKNOWN = { copyright_holder: null, repository: null, security_contact: ' ' };
const RELEASABLE = { publisher: KNOWN, version: '0.1.0', changelog: '## 0.1.0\n', changed: [] };

test('a release is refused without the facts, a changelog, or with changed files', () => {
  proves('PACKAGE-release');
  expect(releaseFaults(RELEASABLE)).toEqual([]);
  expect(releaseFaults({ ...RELEASABLE, publisher: UNKNOWN })).toEqual(
    DOCUMENTS['PACKAGE-release'].facts.map((fact) => `build/publisher.json does not say ${fact}.`),
  );
  expect(releaseFaults({ ...RELEASABLE, version: '0.2.0', changed: ['?? x'] })).toEqual([
    'CHANGELOG.md has no part about 0.2.0.',
    'Not committed: ?? x.',
  ]);
});

test('npm run release of this repository is refused before anything is done, as long as facts are unknown', () => {
  proves('PACKAGE-release');
  const facts = JSON.parse(readFileSync('build/publisher.json', 'utf8'));
  expect(Object.keys(facts)).toEqual(DOCUMENTS['PACKAGE-release'].facts);
  const unknown = Object.entries(facts).filter(([, value]) => value === null);
  // Who knows them may set them; then this test would begin a release.
  if (unknown.length === 0) return;
  const { status, stderr, stdout } = spawnSync(process.execPath, ['build/release/release.ts'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  for (const [fact] of unknown) expect(stderr).toContain(`does not say ${fact}`);
});

test('what is known of the publisher goes into the package, and nothing else', () => {
  proves('PACKAGE-release');
  const write = (publisher: Parameters<typeof stage>[1]) => {
    const folder = newTemporaryFolder();
    mkdirSync(folder, { recursive: true });
    for (const name of ['package.json', 'LICENSE', 'README.md', 'SECURITY.md']) {
      copyFileSync(name, join(folder, name));
    }
    stage(folder, publisher, 2026);
    return (name: string) => readFileSync(join(folder, name), 'utf8');
  };
  const known = write(KNOWN);
  expect(JSON.parse(known('package.json'))).toMatchObject({
    author: 'The Example Authors',
    repository: { type: 'git', url: 'git+https://git.example.com/fleet.git' },
  });
  expect(JSON.parse(known('package.json'))).not.toHaveProperty('devDependencies');
  expect(known('LICENSE')).toContain('Copyright 2026 The Example Authors');
  expect(known('SECURITY.md')).toContain('to security@example.com.');
  // Nobody who has it from a registry has a clone.
  expect(known('README.md')).toContain('```sh\nnpm install --global @fleet-cloud/cli\n```');
  expect(known('README.md')).not.toContain('in no registry yet');
  const unknown = write({ copyright_holder: null, repository: null, security_contact: null });
  expect(JSON.parse(unknown('package.json'))).not.toHaveProperty('author');
  expect(unknown('LICENSE')).toBe(readFileSync('LICENSE', 'utf8'));
});

test('the manual page has every command and topic, and roff finds nothing wrong', () => {
  proves('PACKAGE-man');
  const page = join(newTemporaryFolder(), 'fleet.1');
  execFileSync(process.execPath, ['build/man.ts', page]);
  const text = readFileSync(page, 'utf8').replaceAll('\\-', '-');
  for (const { id, summary = '' } of Object.values<{ id: string; summary?: string }>(
    manifest.commands,
  )) {
    if (!id.startsWith('help:')) expect(text).toContain(`fleet ${id.replaceAll(':', ' ')}`);
    if (!id.startsWith('help:')) expect(text).toContain(summary.replace(/^\./, '\\&.'));
  }
  const topics = Object.keys(COMMANDS).filter((id) => id.startsWith('help:'));
  expect(topics).toContain('help:agents');
  for (const id of topics) {
    expect(text).toContain(`.SH "${id.slice('help:'.length).replaceAll('-', ' ').toUpperCase()}"`);
  }
  expect(text).toContain('- Destructive operations are exit 2 without');
  const roff = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-z', page], { encoding: 'utf8' });
  if (roff.error === undefined) expect(roff.stderr).toBe('');
});
