import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvedAssistant } from './assistant.ts';

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform;
const EXTENSION = process.platform === 'win32' ? '.exe' : '';

export const opencode: ProvedAssistant = {
  client: 'opencode',
  npmPackage: 'opencode-ai',
  version: '1.18.33',
  program: `opencode-${PLATFORM}-${process.arch}/bin/opencode${EXTENSION}`,
  isNative: true,
  environment: () => ({
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
  }),
  prepare({ home, modelUrl }) {
    const folder = join(home, '.config/opencode');
    mkdirSync(folder, { recursive: true });
    const provider = {
      npm: '@ai-sdk/openai-compatible',
      name: 'scripted',
      options: { baseURL: `${modelUrl}/v1`, apiKey: 'scripted' },
      models: { scripted: { name: 'scripted', tool_call: true } },
    };
    const settings = {
      model: 'scripted/scripted',
      autoupdate: false,
      provider: { scripted: provider },
    };
    writeFileSync(join(folder, 'opencode.json'), JSON.stringify(settings, null, 2));
  },
  list: ['mcp', 'list'],
  listed: /^.*\bfleet +connected$/m,
  tellsState: true,
  ask: (task) => ['run', '--auto', task],
  takesQuestions: false,
  person: 'it takes no questions',
};
