import type { SecretContext } from '../../flow/secret/context.ts';
import { canPrompt, type Terminal } from '../../terminal/terminal.ts';
import type { AskAlone, CollectFlags } from './collect-flags.ts';
import { confirmOlder } from './confirm-older.ts';
import { confirmReplaced, declinedBefore } from './replaced-line.ts';

interface Agreement extends Pick<SecretContext, 'newerCame' | 'replacesValue'> {
  /** Whether a person has agreed to one of both. */
  readonly wasAsked: () => boolean;
}

/** Asks a person before a value goes where a newer one, or one of somebody else, is; the second only where it can. */
export function agreementOf(terminal: Terminal, flags: CollectFlags, asking: AskAlone): Agreement {
  const noInput = flags['no-input'] === true;
  let isAgreed = false;
  return {
    wasAsked: () => isAgreed,
    newerCame: async (older, newer) => {
      await asking(() => confirmOlder({ older, newer }, terminal, noInput));
      isAgreed = true;
    },
    replacesValue: async (entry, envFile) => {
      if (isAgreed || flags.yes === true) return;
      if (!canPrompt(terminal, noInput)) {
        if (entry.declined?.includes(envFile)) throw declinedBefore(entry, envFile);
        return;
      }
      await asking(() => confirmReplaced(entry, envFile, terminal));
      isAgreed = true;
    },
  };
}
