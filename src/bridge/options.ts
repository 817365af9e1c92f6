import { parseArgs } from 'node:util';
import { usageFailure } from '../contract/failure.ts';
import type { TargetFlags } from '../profile/resolve-target.ts';

export type ConfirmMode = 'auto' | 'always' | 'never';

/** What `fleet mcp` was told on its command line. */
export interface BridgeOptions {
  readonly target: TargetFlags;
  readonly readOnly: boolean;
  readonly allow: readonly string[];
  readonly deny: readonly string[];
  /** Longest wait that a tool may ask of the service. */
  readonly maxWaitSeconds: number;
  readonly confirm: ConfirmMode;
  readonly verbose: boolean;
}

/** Below the minute after which many assistants give a call up. */
const MAX_WAIT_SECONDS = 50;
const LONGEST_WAIT_SECONDS = 240;
const CONFIRMING: readonly ConfirmMode[] = ['auto', 'always', 'never'];

/** Reads the words after `fleet mcp`. Throws `Failure` usage naming the flag. */
export function readOptions(argv: readonly string[]): BridgeOptions {
  const { values } = parsed(argv);
  const confirm = values.confirm ?? 'auto';
  const confirming = CONFIRMING.find((each) => each === confirm);
  if (confirming === undefined) throw wrongValue('confirm', confirm, CONFIRMING.join(', '));
  return {
    target: { profile: values.profile, 'base-url': values['base-url'] },
    readOnly: values['read-only'] ?? false,
    allow: globsOf('allow', values.allow),
    deny: globsOf('deny', values.deny),
    maxWaitSeconds: waitOf(values['max-wait']),
    confirm: confirming,
    verbose: values.verbose ?? false,
  };
}

function parsed(argv: readonly string[]) {
  try {
    return parseArgs({
      args: [...argv],
      strict: true,
      allowPositionals: false,
      options: {
        profile: { type: 'string' },
        'base-url': { type: 'string' },
        'read-only': { type: 'boolean' },
        allow: { type: 'string', multiple: true },
        deny: { type: 'string', multiple: true },
        'max-wait': { type: 'string' },
        confirm: { type: 'string' },
        verbose: { type: 'boolean' },
      },
    });
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    throw usageFailure('fleet mcp was called wrongly', detail, 'See fleet mcp --help.');
  }
}

function globsOf(flag: string, typed: readonly string[] = []): readonly string[] {
  if (typed.includes('')) throw wrongValue(flag, '', 'names of tools, with * for any part');
  return typed;
}

function waitOf(typed: string | undefined): number {
  if (typed === undefined) return MAX_WAIT_SECONDS;
  if (/^\d{1,3}$/.test(typed) && Number(typed) <= LONGEST_WAIT_SECONDS) return Number(typed);
  throw wrongValue('max-wait', typed, `whole seconds from 0 to ${LONGEST_WAIT_SECONDS}`);
}

function wrongValue(flag: string, typed: string, allowed: string) {
  return usageFailure(
    `--${flag} is not valid`,
    `--${flag} is ${JSON.stringify(typed)}; allowed are ${allowed}.`,
  );
}
