// Everything `npm run check` looks at; one line a finding, exit code 1 where there is one.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrowFindings } from './arrows.ts';
import { callFindings } from './calls.ts';
import { circleFindings } from './circles.ts';
import { commentNameFindings } from './comment-names.ts';
import { deadExportFindings } from './dead-exports.ts';
import { deadFileFindings } from './dead-files.ts';
import { dependencyFindings } from './dependencies.ts';
import { flagNameFindings } from './flag-names.ts';
import { folderFindings } from './folders.ts';
import { generatedFindings } from './generated.ts';
import { linearPatternFindings } from './linear-patterns.ts';
import { drawerFindings, processFindings, testNameFindings } from './names.ts';
import { pathFindings } from './paths.ts';
import { platformFindings } from './platforms.ts';
import { serverArrowFindings } from './server-arrows.ts';
import { sizeFindings } from './sizes.ts';
import { toolFindings } from './tool-findings.ts';
import { listFiles, ROOT, readCode } from './tree.ts';
import { typeNameFindings } from './type-names.ts';
import { nameWordFindings, pathWordFindings } from './words.ts';

// What it learnt of unchanged files is kept: checking a small change takes a tenth of the time.
const keepTypes = ['--incremental', '--tsBuildInfoFile', 'node_modules/.cache/types.tsbuildinfo'];
const types = runTool('typescript/bin/tsc', ['--project', '.', '--pretty', 'false', ...keepTypes]);
const biome = runTool('@biomejs/biome/bin/biome', ['ci', '--reporter=github', '--colors=off']);
const paths = listFiles();
const { files, findings } = readCode(paths);
const map = readFileSync(join(ROOT, 'src/README.md'), 'utf8');
const packageText = readFileSync(join(ROOT, 'package.json'), 'utf8');
const all = [
  ...findings,
  ...arrowFindings(files),
  ...serverArrowFindings(files),
  ...circleFindings(files),
  ...deadExportFindings(files),
  ...typeNameFindings(files),
  ...pathWordFindings(paths),
  ...nameWordFindings(files),
  ...flagNameFindings(files),
  ...commentNameFindings(files),
  ...testNameFindings(paths),
  ...folderFindings(paths),
  ...drawerFindings(paths),
  ...processFindings(files),
  ...platformFindings(files),
  ...linearPatternFindings(files),
  ...sizeFindings(files),
  ...callFindings(files),
  ...pathFindings(ROOT, paths),
  ...deadFileFindings(files, packageText),
  ...dependencyFindings(JSON.parse(packageText), files, map),
  ...generatedFindings(ROOT),
  ...(await types),
  ...(await biome),
];
for (const finding of all) process.stdout.write(`${finding}\n`);
process.stdout.write(all.length === 0 ? 'check: all good\n' : `check: ${all.length} findings\n`);
process.exitCode = all.length === 0 ? 0 : 1;

/** Runs a tool of node_modules; one line a finding where it fails. */
function runTool(script: string, args: readonly string[]): Promise<readonly string[]> {
  const child = spawn(process.execPath, [join(ROOT, 'node_modules', script), ...args], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  return new Promise((done) => {
    child.on('close', (code) => done(code === 0 ? [] : toolFindings(script, output)));
  });
}
