import { isIPv6 } from 'node:net';
import { usageFailure } from '../../contract/failure.ts';

const FORM = /^(\[[0-9a-f:.]+\]|[^:[\]\s]+):(\d{1,5})$/i;
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|::1)$/i;

export interface ListenAddress {
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
}

/** The address in a text HOST:PORT; beyond loopback only where `isPublic`. Throws `Failure` usage. */
export function readListenAddress(text: string, isPublic: boolean): ListenAddress {
  const match = FORM.exec(text);
  const host = match?.[1]?.replace(/^\[|\]$/g, '') ?? '';
  const port = Number(match?.[2]);
  if (match === null || port > 65_535 || (match[1]?.startsWith('[') && !isIPv6(host))) {
    throw usageFailure('Not an address to listen on', `${text} is not HOST:PORT`);
  }
  if (!isPublic && !LOOPBACK.test(host)) {
    throw usageFailure(
      'The webhook listener would be reachable from other computers',
      `${host} is not a loopback address`,
      'Add --public where that is wanted.',
    );
  }
  return { host, port };
}
