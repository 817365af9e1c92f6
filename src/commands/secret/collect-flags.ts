import type { PrinterFlags } from '../../terminal/printer.ts';
import type { ServiceFlags } from '../service-client.ts';
import type { SinkFlags } from './sink-flags.ts';

export interface CollectFlags extends SinkFlags, ServiceFlags, PrinterFlags {
  readonly 'follow-timeout'?: string | undefined;
  readonly yes?: boolean | undefined;
  readonly 'no-input'?: boolean | undefined;
}

/** Asks a person, as `ask` does. */
export type AskAlone = (ask: () => Promise<void>) => Promise<void>;
