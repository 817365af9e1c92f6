import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { writeSampleMachine } from '../../../src/machine/sample/write-sample-machine.ts';
import { blocksOf } from '../../support/docs/markdown.ts';
import { openShell, type PastingShell } from '../../support/docs/pasting-shell.ts';
import { startRealMachine } from '../../support/machine/real-machine.ts';
import { proves } from '../../support/proves.ts';
import { newTemporaryFolder } from '../../support/temporary-folder.ts';
import { startTestServer } from '../../support/test-server.ts';

/** Runs the steps of a workflow as a runner of GitHub Actions does; gives the summary of the job. */
async function runWorkflow(
  text: string,
  shell: PastingShell,
  { expressions, folder }: { expressions: Readonly<Record<string, string>>; folder: string },
): Promise<string> {
  const filledIn = text.replaceAll(/\$\{\{ (\S+) \}\}/g, (_, name: string) => {
    const value = expressions[name];
    if (value === undefined) throw new Error(`nothing is known of ${name}`);
    return value;
  });
  const workflow = parse(filledIn);
  const summary = join(folder, 'summary.md');
  const runner = { GITHUB_ACTIONS: 'true', GITHUB_STEP_SUMMARY: summary };
  for (const job of Object.values<Workflow>(workflow.jobs)) {
    for (const { env, run } of job.steps.filter((step) => step.run !== undefined)) {
      const settings = Object.entries({ ...runner, ...job.env, ...env });
      const exports = settings.map(([name, value]) => `export ${name}='${value}'\n`);
      const { code, output } = await shell.paste(`${exports.join('')}${run}\n`);
      expect(code, `${run}\n${output}`).toBe(0);
    }
  }
  return readFileSync(summary, 'utf8');
}

interface Workflow {
  readonly env: Readonly<Record<string, string>>;
  readonly steps: readonly {
    readonly run?: string;
    readonly env?: Readonly<Record<string, string>>;
  }[];
}

/** Pastes every block of a document that is marked `sh`; each ends with 0. */
async function pasteAll(path: string, shell: PastingShell): Promise<void> {
  const blocks = blocksOf(readFileSync(path, 'utf8')).filter(({ language }) => language === 'sh');
  expect(blocks.length).toBeGreaterThan(0);
  for (const { line, text } of blocks) {
    const { code, output } = await shell.paste(text);
    expect(code, `${path}:${line}\n${output}`).toBe(0);
  }
}

test('README.md fits on some screens, and its blocks work when pasted one after the other', {
  timeout: 120_000,
}, async () => {
  proves('DOCS-blocks', 'DOCS-readme', 'DOCS-removal');
  const text = readFileSync('README.md', 'utf8');
  expect(text.split('\n').length - 1).toBeLessThanOrEqual(150);
  const folder = newTemporaryFolder();
  const shell = openShell({ folder });
  await pasteAll('README.md', shell);
  await pasteAll('docs/files.md', shell);
  const left = globSync('{.*,*}/**', { cwd: folder }).filter((path) => /fleet/.test(path));
  expect(left.filter((path) => !/^(fleet-demo|programs|work)\b/.test(path))).toEqual([]);
});

test('the skills of docs/skills.md run by pasting, and the second asks before it goes on', {
  timeout: 120_000,
}, async () => {
  proves('DOCS-blocks');
  const folder = newTemporaryFolder();
  const shell = openShell({ folder });
  const [init, ...others] = blocksOf(readFileSync('docs/skills.md', 'utf8'));
  expect(await shell.paste(init?.text ?? 'false')).toMatchObject({ code: 0 });
  const asking = others.find(({ language }) => language === 'markdown')?.text ?? '';
  const itsFolder = join(folder, 'work/my-machine/skills/deploy');
  mkdirSync(itsFolder);
  writeFileSync(join(itsFolder, 'SKILL.md'), asking);
  await pasteAll('docs/skills.md', shell);
  const answered = await shell.paste(
    'fleet job follow "$(fleet cloud list-jobs --skill deploy -o name)" || test $? = 10\n' +
      'fleet job answer "$(fleet cloud list-inbox -o name)" yes --follow',
  );
  expect(answered, answered.output).toMatchObject({ code: 0 });
  expect(answered.output).toContain('Deployed next');
});

test('the blocks of the guides work when pasted, also a second time in CI', {
  timeout: 120_000,
}, async () => {
  proves('DOCS-blocks');
  const folder = newTemporaryFolder();
  const dataFolder = join(folder, '.local/state/fleet/server');
  mkdirSync(dataFolder, { recursive: true, mode: 0o700 });
  const { baseUrl, keys, machineToken } = await startTestServer({ dataFolder });
  const write = (root: string) => writeSampleMachine(root, 'control');
  const machine = await startRealMachine({ baseUrl, token: machineToken, write });
  onTestFinished(async () => {
    await machine.stop();
    await machine.remove();
  });
  const keyFile = join(folder, 'key');
  writeFileSync(keyFile, keys.admin);
  const shell = openShell({
    folder,
    here: {
      'https://fleet.example.com': baseUrl,
      'http://127.0.0.1:8787': baseUrl,
      '/run/secrets/fleet-key': keyFile,
    },
  });
  await shell.paste(`fleet auth login --base-url ${baseUrl} --key-file ${keyFile}`);
  const names = ['operating', 'scripting', 'secrets', 'webhooks', 'assistants'];
  await Promise.all(names.map((name) => pasteAll(`docs/${name}.md`, shell)));
  const scripting = blocksOf(readFileSync('docs/scripting.md', 'utf8'));
  const workflow = scripting.find(({ language }) => language === 'yaml');
  const expressions = { 'secrets.FLEET_API_KEY': keys.run, 'github.ref_name': 'main' };
  const summary = await runWorkflow(workflow?.text ?? '', shell, { expressions, folder });
  expect(summary).toMatch(/^### fleet: Deploy check main\n/);
  const ofCi = blocksOf(readFileSync('docs/secrets.md', 'utf8')).find(({ text }) =>
    text.startsWith('code=0'),
  );
  const again = await shell.paste(ofCi?.text ?? 'false');
  expect(again).toMatchObject({ code: 0, output: expect.stringContaining('has WEBHOOK_SECRET') });
});
