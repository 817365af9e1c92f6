import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Answers an assistant's first requests; its one tool is named after the variables it was given. */
const ANSWERS = `
  const names = Object.keys(process.env).filter((name) => name.startsWith('FLEET_')).sort();
  const results = {
    initialize: { protocolVersion: '2025-11-25', capabilities: {}, serverInfo: { name: 'scripted', version: '1' } },
    'tools/list': { tools: [{ name: 'list_jobs' }, { name: names.join('+') }] },
  };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
  });
`;

/** Answers as well, but no call. */
const DEAF = `
  const results = { initialize: { serverInfo: {} }, 'tools/list': { tools: [{ name: 'describe_cloud' }] } };
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const { id, method } = JSON.parse(line);
    if (method === 'tools/call') require('node:fs').writeFileSync(process.argv[1] + '.called', '');
    else if (id !== undefined) console.log(JSON.stringify({ jsonrpc: '2.0', id, result: results[method] }));
  });
`;

const SCRIPTS = {
  answers: ANSWERS,
  deaf: DEAF,
  ends: "process.stderr.write('no such option\\n'); process.exitCode = 3;",
  silent: 'setInterval(() => {}, 1000);',
  /** Its own child holds its pipes and does not look at stdin. */
  forks: `
    const held = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 8000)'], { stdio: 'inherit' });
    held.on('spawn', () => require('node:fs').writeFileSync(process.argv[1] + '.forked', ''));`,
} as const;

/** Writes a program where the installed package would have ours; gives the entry that starts it. */
export function scriptedBridge(folder: string, script: keyof typeof SCRIPTS) {
  const entryFile = join(folder, 'lib/node_modules/@fleet-cloud/cli/bin/run.js');
  mkdirSync(dirname(entryFile), { recursive: true });
  writeFileSync(entryFile, SCRIPTS[script]);
  return { command: process.execPath, args: [entryFile, 'mcp'] };
}
