import { beforeEach, expect, test } from 'vitest';
import { proves } from '../../../support/proves.ts';
import { HAS_TERMINALS, runOnTerminal } from '../../../support/run-on-terminal.ts';

beforeEach(({ skip }) => skip(!HAS_TERMINALS, 'no program `script` to make a terminal with'));

const KEY_PROMPT = /API key for http:\/\/127\.0\.0\.1:9 \(profile default\): /;
const URL_PROMPT = /Base URL of the service: /;
const KNOWN = { FLEET_BASE_URL: 'http://127.0.0.1:9' };

test.each([
  ['Ctrl-C', KEY_PROMPT, KNOWN, 130],
  ['SIGINT', KEY_PROMPT, KNOWN, 130],
  ['SIGTERM', KEY_PROMPT, KNOWN, 143],
  ['Ctrl-C', URL_PROMPT, {}, 130],
  ['SIGTERM', URL_PROMPT, {}, 143],
] as const)(
  '%s at the question %s ends its line, and the terminal echoes again',
  async (how, prompt, env, code) => {
    proves('UI-exit-130', 'UI-auth-login-named');
    const { output } = await runOnTerminal(['auth', 'login', '--store', 'file'], {
      env: { ...env, NO_COLOR: '1' },
      after: 'echo "ended $?"; stty -a',
      steps: [
        {
          prompt,
          async typed(_output, pid) {
            if (how === 'Ctrl-C') return 'half\u0003';
            process.kill(pid(), how);
            return '';
          },
        },
      ],
    });
    const said = how === 'SIGTERM' ? 'Ended by SIGTERM' : 'Interrupted';
    expect(output).toMatch(new RegExp(`^fleet: ${said}\nended ${code}\n`, 'm'));
    expect(output).toMatch(/ icanon .* echo /s);
  },
);
