import { isUtf8 } from 'node:buffer';
import type { reportOf } from '../../flow/secret/secret-report.ts';
import { hasUnsafe } from '../../render/sanitise.ts';

/** The machine that made a secret, with its id where that is known. */
export function machineOf(report: ReturnType<typeof reportOf>): string {
  return report.machine_id === null ? report.machine : `${report.machine} (${report.machine_id})`;
}

/** Bytes that are no UTF-8 mean something else to a terminal: one alone may begin an escape sequence. */
export function isUnsafe(value: Uint8Array): boolean {
  return !isUtf8(value) || hasUnsafe(new TextDecoder().decode(value));
}
