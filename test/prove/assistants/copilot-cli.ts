import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvedAssistant } from './assistant.ts';

/** Copilot CLI, with a model of one's own: it needs no account then and calls nobody else. */
export const copilotCli: ProvedAssistant = {
  client: 'copilot',
  npmPackage: '@github/copilot',
  version: '1.0.102',
  program: '@github/copilot/npm-loader.js',
  environment: ({ modelUrl }) => ({
    COPILOT_OFFLINE: 'true',
    COPILOT_AUTO_UPDATE: 'false',
    COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
    COPILOT_MODEL: 'scripted',
  }),
  prepare: ({ home }) => mkdirSync(join(home, '.copilot')),
  list: ['mcp', 'list'],
  listed: /^ *fleet \(local\).*$/m,
  tellsState: false,
  ask: (task) => ['--prompt', task, '--allow-all-tools'],
  takesQuestions: true,
  person: {
    args: ['--allow-all-tools', '--interactive', 'Go.'],
    before: [{ prompt: /trust the files/, typed: '\r', waitMs: 1000 }],
    yes: [
      { prompt: /accept/, typed: '\x1b[A', waitMs: 1000 },
      { prompt: /Yes/, typed: '\r', waitMs: 1000 },
    ],
    // What somebody types who meant something else.
    no: [{ prompt: /accept/, typed: '\r', waitMs: 1000 }],
  },
};
