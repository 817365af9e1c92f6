import { isIPv6 } from 'node:net';
import { Failure, usageFailure } from '../contract/failure.ts';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

const FORM = /^(?:\[([0-9a-fA-F:.]+)\]|([^[\]:]+)):(\d{1,5})$/;
const PORT_MAX = 65_535;

/**
 * Reads `HOST:PORT`, `[IPv6]:PORT`; port 0 is any free one. An address beyond this computer needs
 * `isPublic`, since the server speaks plain HTTP. Throws `Failure` usage.
 */
export function parseListenAddress(text: string, isPublic: boolean): ListenAddress {
  const [, ipv6, name, portText] = FORM.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(portText);
  if (host === undefined || port > PORT_MAX || (ipv6 !== undefined && !isIPv6(ipv6))) {
    throw usageFailure(
      'The listen address is not valid',
      `--listen is ${JSON.stringify(text)}; allowed is HOST:PORT with a port from 0 to 65535.`,
    );
  }
  if (isPublic || isLoopback(host)) return { host, port };
  throw usageFailure(
    'The listen address reaches beyond this computer',
    `--listen is ${JSON.stringify(text)}, and the server speaks plain HTTP.`,
    'Put a TLS proxy before it and add --public, or listen on 127.0.0.1.',
  );
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'no address has that name',
  EACCES: 'this user may not listen there',
};

/** Why an address cannot be listened on, and what to do: `Failure` local. */
export function cannotListen({ host, port }: ListenAddress, cause: unknown): Failure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  const facts = {
    code: 'cannot_listen',
    title: 'The server cannot listen',
    detail: `${host}:${port}: ${reason}.`,
    advice: 'Give another address with --listen HOST:PORT; port 0 picks a free one.',
  };
  return new Failure('local', facts, { cause });
}

/** The base URL of a server that listens there. */
export function baseUrlOf({ host, port }: ListenAddress): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
