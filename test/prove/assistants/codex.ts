import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvedAssistant } from './assistant.ts';

const QUIET = 'check_for_update_on_startup = false\n\n[analytics]\nenabled = false\n';

/** Codex: its list tells no state of a server. */
export const codex: ProvedAssistant = {
  client: 'codex',
  npmPackage: '@openai/codex',
  version: '0.169.0',
  program: '@openai/codex/bin/codex.js',
  environment: () => ({}),
  prepare({ home, modelUrl }) {
    mkdirSync(join(home, '.codex'));
    const provider = `name = "scripted"\nbase_url = "${modelUrl}/v1"\nwire_api = "responses"`;
    const text = `model = "scripted"\nmodel_provider = "scripted"\n${QUIET}\n[model_providers.scripted]\n${provider}\n`;
    writeFileSync(join(home, '.codex/config.toml'), text);
  },
  list: ['mcp', 'list'],
  listed: /^fleet .* enabled .*$/m,
  tellsState: false,
  ask: (task) => [
    'exec',
    '--skip-git-repo-check',
    '--dangerously-bypass-approvals-and-sandbox',
    task,
  ],
  takesQuestions: true,
  person: {
    // With its approvals off it turns questions down by itself; its daemon would outlive the proof.
    args: ['--no-daemon', '--ask-for-approval', 'on-request', 'Go.'],
    // Its own approval of the call, which stands there before the bridge's question.
    before: [{ prompt: /submit/, typed: '\r', waitMs: 1000 }],
    yes: [
      { prompt: /False/, typed: '\x1b[A', waitMs: 1000 },
      { prompt: /True/, typed: '\r', waitMs: 1000 },
    ],
    // What somebody types who meant something else.
    no: [{ prompt: /False/, typed: '\r', waitMs: 1000 }],
  },
};
