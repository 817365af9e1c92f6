import type { FailureFacts } from '../contract/failure.ts';
import { adviceOf } from './advice-step.ts';
import { serviceCommand } from './service-command.ts';

/** What an assistant can do after a failed call; undefined where nothing is known. */
export function assistantAdvice(facts: FailureFacts): string | undefined {
  const { code, status = 0 } = facts;
  return ADVICE_OF_CODE[code]?.() ?? adviceOf(facts) ?? ADVICE_OF_STATUS[status];
}

/** Why the bridge does not offer a tool. */
export type NotOffered = 'read_only' | 'denied' | 'not_allowed';

/** The words for it, with the flag of the bridge that causes it. */
export const NOT_OFFERED_TEXTS: Readonly<Record<NotOffered, string>> = {
  read_only: 'it acts, and the bridge runs with --read-only',
  denied: 'the bridge runs with a --deny for it',
  not_allowed: 'the bridge runs with --allow for others only',
};

/** The setting of the entry under which nobody is asked. */
export const NEVER_ASK =
  'sets `--confirm never` for this server in the assistant, as `fleet mcp install --confirm never` does';

/** With the flags of the bridge: without its profile a login replaces the key of another one. */
const ADVICE_OF_CODE: Readonly<Record<string, () => string>> = {
  no_key: () =>
    `A person logs in with \`${serviceCommand('auth login')}\`, and the bridge finds the key with the next call; or puts it into the settings of this server in the assistant, where they ask for one.`,
  no_base_url: () =>
    'A person logs in with `fleet auth login --base-url https://…`, and the bridge finds it with the next call; or puts the base URL into the settings of this server in the assistant, where they ask for one.',
  timed_out: () =>
    'The service may be slow or hang: try again later, and tell the person if it goes on. A person looks with `fleet doctor`.',
  invalid_key: () =>
    `The key was revoked, has expired or is another service’s. A person logs in again with \`${serviceCommand('auth login')}\`, and the bridge finds the new key with the next call; or, where the assistant’s settings hold the key, puts a new one there.`,
};

const AGAIN_LATER =
  'Try again later. A person looks with `fleet doctor` where it goes on like this.';

/** Advice where the failure itself brings none. */
const ADVICE_OF_STATUS: Readonly<Record<number, string>> = {
  402: 'The plan of the organisation does not have this: tell the person.',
  403: 'The service, or a proxy before it, does not take this request, mostly since it is reached by a name that it does not know itself by: a person corrects the base URL, or starts a server of their own with `fleet serve --public`. Where the detail speaks of the key, they log in with another one.',
  404: 'Look up the name or id first. A person sees with `fleet mcp doctor` what the service says.',
  413: 'Send less in one call.',
  429: 'The key has made too many calls: wait, and make fewer.',
  500: AGAIN_LATER,
  503: AGAIN_LATER,
};
