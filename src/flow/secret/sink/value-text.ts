import { Failure } from '../../../contract/failure.ts';

/** The value as text; throws `Failure` conflict where its bytes are no UTF-8. */
export function valueText(value: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(value);
  } catch {
    throw valueDoesNotFit('its bytes are not UTF-8 text');
  }
}

/** A value that only a file can take; says why without a byte of it. */
export function valueDoesNotFit(why: string): Failure {
  return new Failure('conflict', {
    code: 'value_does_not_fit',
    title: 'The value cannot be written there',
    detail: `Nothing was written: ${why}.`,
  });
}
