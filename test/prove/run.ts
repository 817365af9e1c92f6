// The long proofs: `npm run prove` lists them, `npm run prove -- NAME [ARGS…]` runs one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

interface Proof {
  readonly script: string;
  /** What it shows, and how long it takes. */
  readonly text: string;
}

const PROOFS: Readonly<Record<string, Proof>> = {
  assistants: {
    script: './assistants.ts',
    text: 'Claude Code, Codex, Gemini CLI, opencode and Copilot CLI with the entry of mcp install and a scripted model: reads, writes, refusals, questions, labels (a few minutes; programs of 1.4 GB from npm; names as arguments)',
  },
  bridge: {
    script: './bridge.ts',
    text: 'fleet mcp under 20 calls a second with faults loses and doubles nothing, its memory stays flat (30 minutes)',
  },
  client: {
    script: './client.ts',
    text: 'hostile catalogues and answers: the client neither crashes nor hangs, and nothing reaches the terminal, the prototypes or the disk (100,000 cases, about 10 minutes)',
  },
  contract: {
    script: './contract.ts',
    text: 'inputs from the published schemas, hostile ones among them: as described on every surface, no disagreement, no 500, on both engines (258,000 cases, about 20 minutes)',
  },
  day: {
    script: './day.ts',
    text: 'a day of an operator on 40 machines and 10,000 jobs, command after command (about a minute; --serve leaves that fleet to a person)',
  },
  hands: {
    script: './hands.ts',
    text: 'fleet each and fleet skill push behind a proxy that cuts, delays and doubles: nothing twice, nothing told that is not so (2,000 runs, about 10 minutes)',
  },
  installed: {
    script: './installed.ts',
    text: 'the packed tarball: its suite on Node 22.19, 24 and 26, installed by npm, pnpm, Yarn and Bun, started by Deno (about 20 minutes; tools from npm; test files as arguments)',
  },
  mutations: {
    script: './mutations.ts',
    text: 'deliberate breaks of src are noticed by the tests (about 3 minutes)',
  },
  network: {
    script: './network.ts',
    text: 'nginx, HAProxy and Caddy before the service, tinyproxy before the client: TLS, paths, their time limits, connections that were idle (about a minute and a half; from Debian packages)',
  },
  postgres: {
    script: './postgres.ts',
    text: 'tests of the service that npm test runs on SQLite alone pass on PostgreSQL as well (about two minutes; names of its files as arguments)',
  },
  rows: {
    script: './rows.ts',
    text: 'a million rows of --all in 64 MB of heap, in every format that streams (about 2 minutes)',
  },
  secrets: {
    script: './secrets.ts',
    text: 'kill -9 anywhere in fleet secret loses nothing that can be kept and doubles nothing (500 runs, about 10 minutes)',
  },
  service: {
    script: './service.ts',
    text: 'ten reliability tests of the server on SQLite and on PostgreSQL with three processes, at a tenth of their figures (about 40 minutes; --full all of them, --busy beside other work)',
  },
  tasks: {
    script: './tasks.ts',
    text: 'a thousand tasks in flight through one bridge, server and bridge killed in mid-task: no lost end, two requests a second (about 15 minutes)',
  },
};

const [name, ...args] = process.argv.slice(2);
const proof = name !== undefined && Object.hasOwn(PROOFS, name) ? PROOFS[name] : undefined;
if (proof === undefined) {
  const lines = Object.entries(PROOFS).map(
    ([known, { text }]) => `  ${known.padEnd(12)} ${text}\n`,
  );
  process.stderr.write(`npm run prove -- NAME\n${lines.join('')}`);
  process.exitCode = name === undefined ? 0 : 2;
} else {
  const script = fileURLToPath(new URL(proof.script, import.meta.url));
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
  child.on('close', (code) => {
    process.exitCode = code ?? 1;
  });
}
