import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvedAssistant } from './assistant.ts';

export const geminiCli: ProvedAssistant = {
  client: 'gemini',
  npmPackage: '@google/gemini-cli',
  version: '0.61.0',
  program: '@google/gemini-cli/bundle/gemini.js',
  environment: ({ modelUrl }) => ({
    GEMINI_API_KEY: 'scripted',
    GOOGLE_GEMINI_BASE_URL: modelUrl,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  prepare({ home }) {
    mkdirSync(join(home, '.gemini'));
    const settings = {
      security: { auth: { selectedType: 'gemini-api-key' } },
      privacy: { usageStatisticsEnabled: false },
      general: { enableAutoUpdate: false },
    };
    writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings, null, 2));
  },
  list: ['mcp', 'list'],
  listed: /^.*\bfleet: .* Connected$/m,
  tellsState: true,
  ask: (task) => ['--prompt', task, '--yolo'],
  takesQuestions: false,
  person: 'it takes no questions',
};
