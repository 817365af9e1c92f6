import { once } from 'node:events';
import { createServer } from 'node:net';
import { promisify } from 'node:util';
import { errorCode } from '../../base/errors.ts';
import { type ListenAddress, parseListenAddress } from '../../base/net/listen-address.ts';
import { isLoopback } from '../../base/net/loopback.ts';
import { Failure, usageFailure } from '../../contract/failure.ts';

/**
 * Reads `HOST:PORT`, `[IPv6]:PORT`; port 0 is any free one. An address beyond this computer needs
 * `isPublic`, since the server speaks plain HTTP. Throws `Failure` usage.
 */
export function readListenAddress(text: string, isPublic: boolean): ListenAddress {
  const address = parseListenAddress(text);
  if (address === undefined) {
    throw usageFailure(
      'The listen address is not valid',
      `It is ${JSON.stringify(text)}; allowed is HOST:PORT with a port from 0 to 65535.`,
    );
  }
  if (isPublic || isLoopback(address.host)) return address;
  throw usageFailure(
    'The listen address reaches beyond this computer',
    `It is ${JSON.stringify(text)}, and the server speaks plain HTTP: put a TLS proxy before it.`,
    { step: 'allow_public_address' },
  );
}

const REASONS: Readonly<Record<string, string>> = {
  EADDRINUSE: 'another program listens there already',
  EADDRNOTAVAIL: 'this computer has no such address',
  ENOTFOUND: 'no address has that name',
  EACCES: 'this user may not listen there',
};

/** Why an address cannot be listened on, and what to do: `Failure` local. */
export function cannotListen({ host, port }: ListenAddress, cause: unknown): Failure {
  const code = errorCode(cause) ?? '';
  const reason = REASONS[code] ?? (cause instanceof Error ? cause.message : String(cause));
  const facts = {
    code: 'cannot_listen',
    title: 'The server cannot listen',
    detail: `${host}:${port}: ${reason}.`,
    next: [{ step: 'choose_listen_address' } as const],
  };
  return new Failure('local', facts, { cause });
}

/**
 * Makes sure that a server can listen there, before it makes a database: who goes on after a start that
 * failed would else send the key of the new database to the program that has the port. Throws `Failure` local.
 */
export async function requireFreeAddress(address: ListenAddress): Promise<void> {
  if (address.port === 0) return;
  const probe = createServer();
  try {
    probe.listen(address.port, address.host);
    await once(probe, 'listening');
  } catch (cause) {
    throw cannotListen(address, cause);
  }
  await promisify(probe.close.bind(probe))();
}
