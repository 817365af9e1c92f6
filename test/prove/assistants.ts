// Assistants from npm with the bridge: `npm run prove -- assistants [NAME…]`. Each gets its entry by
// `fleet mcp install` and a model on loopback that follows a script; the report goes to
// dist/prove/assistants.json too.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import type { ProvedAssistant } from './assistants/assistant.ts';
import { claudeCode } from './assistants/claude-code.ts';
import { codex } from './assistants/codex.ts';
import { copilotCli } from './assistants/copilot-cli.ts';
import { geminiCli } from './assistants/gemini-cli.ts';
import { installAssistant } from './assistants/install-assistant.ts';
import { opencode } from './assistants/opencode.ts';
import { proveAssistant, whyNobodyAnswers } from './assistants/prove-assistant.ts';
import { endAll } from './assistants/run-program.ts';
import { type Finding, reportFindings } from './findings.ts';
import { endPrograms } from './network/running-program.ts';
import { startService } from './network/service.ts';

const ASSISTANTS: readonly ProvedAssistant[] = [claudeCode, codex, geminiCli, opencode, copilotCli];

const names = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'fleet-prove-assistants-'));
const packages = join(ROOT, 'node_modules/.cache/fleet-prove-assistants');

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}
try {
  process.exitCode = await prove();
} finally {
  await end();
}

/** One after the other: each brings a program of some hundred megabytes. */
async function prove(): Promise<number> {
  const findings: Finding[] = [];
  const skipped: string[] = [];
  for (const assistant of ASSISTANTS) {
    const { client } = assistant;
    if (names.length > 0 && !names.includes(client)) continue;
    const installed = installAssistant(assistant, packages);
    if (typeof installed === 'string') {
      skipped.push(`${client}: ${installed}`);
      continue;
    }
    const own = join(folder, client);
    mkdirSync(own);
    const around = { home: join(own, 'home'), service: await startService(own) };
    findings.push(...(await proveAssistant(assistant, installed.words, around)));
    const why = whyNobodyAnswers(assistant);
    if (why !== undefined) skipped.push(`${client}: an answer on a terminal: ${why}`);
  }
  return reportFindings('assistants', findings, skipped);
}

async function end(): Promise<void> {
  endAll();
  await endPrograms();
  rmSync(folder, { recursive: true, force: true });
}
