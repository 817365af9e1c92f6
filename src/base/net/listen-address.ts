import { isIPv6 } from 'node:net';

export interface ListenAddress {
  /** A name, or an address without brackets. */
  readonly host: string;
  /** 0 is any free one. */
  readonly port: number;
}

const HOST_AND_PORT = /^(?:\[([0-9a-f:.]+)\]|([^[\]:\s]+)):(\d{1,5})$/i;
const PORT_MAX = 65_535;

/** Reads `HOST:PORT` or `[IPv6]:PORT`; undefined for anything else. */
export function parseListenAddress(text: string): ListenAddress | undefined {
  const [, ipv6, name, portText] = HOST_AND_PORT.exec(text) ?? [];
  const host = ipv6 ?? name;
  const port = Number(portText);
  if (host === undefined || port > PORT_MAX || (ipv6 !== undefined && !isIPv6(ipv6))) {
    return undefined;
  }
  return { host, port };
}

/** The URL of a plain HTTP server that listens there, without a slash at its end. */
export function httpUrlOf({ host, port }: ListenAddress): string {
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
