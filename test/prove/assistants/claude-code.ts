import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ProvedAssistant } from './assistant.ts';

/** Claude Code: what it shall not do without a person it refuses by itself, so the bridge's tools are allowed. */
export const claudeCode: ProvedAssistant = {
  client: 'claude-code',
  npmPackage: '@anthropic-ai/claude-code',
  version: '2.1.330',
  program: '@anthropic-ai/claude-code/cli-wrapper.cjs',
  environment: ({ modelUrl }) => ({
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'scripted',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
    ENABLE_TOOL_SEARCH: 'false',
  }),
  prepare({ home }) {
    mkdirSync(join(home, '.claude'));
    // What a person has answered before the first session on a terminal.
    const answered = {
      hasCompletedOnboarding: true,
      theme: 'dark',
      customApiKeyResponses: { approved: ['scripted'], rejected: [] },
      projects: { [home]: { hasTrustDialogAccepted: true, hasCompletedProjectOnboarding: true } },
    };
    writeFileSync(join(home, '.claude.json'), JSON.stringify(answered));
  },
  list: ['mcp', 'list'],
  listed: /^fleet: .* Connected$/m,
  tellsState: true,
  ask: (task) => ['--print', task, '--allowedTools', 'mcp__fleet__*'],
  takesQuestions: true,
  person: {
    args: ['--allowedTools', 'mcp__fleet__*'],
    before: [
      // Until the bridge has given its tools.
      { prompt: /❯/, typed: 'Go.', waitMs: 8_000 },
      { prompt: /Go\./, typed: '\r' },
      { prompt: /☐/, typed: ' ' },
    ],
    yes: [
      { prompt: /☒/, typed: '\x1b[B' },
      { prompt: /❯/, typed: '\r' },
    ],
    no: [
      { prompt: /☒/, typed: ' ' },
      { prompt: /☐/, typed: '\x1b[B' },
      { prompt: /❯/, typed: '\r' },
    ],
  },
};
