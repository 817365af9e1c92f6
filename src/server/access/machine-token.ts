import { randomBytes } from 'node:crypto';
import { formatId, parseId } from '../database/row-id.ts';

const FORM = /^fleetm_([0-9a-z]{11})_[A-Za-z0-9_-]{43}$/;

/** A new token for a machine: `fleetm_`, the machine's id and 256 random bits; shown once. */
export function newMachineToken(
  machine: number,
  random: (size: number) => Buffer = randomBytes,
): string {
  return `fleetm_${formatId('mac', machine).slice('mac_'.length)}_${random(32).toString('base64url')}`;
}

/** The machine that a token names; undefined where the text is no token at all. */
export function machineOfToken(token: string): number | undefined {
  const [, id] = FORM.exec(token) ?? [];
  return id === undefined ? undefined : parseId('mac', `mac_${id}`);
}
