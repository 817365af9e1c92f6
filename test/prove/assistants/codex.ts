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
  yes: 'its terminal is not scripted',
};
