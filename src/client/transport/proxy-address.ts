import type { Environment } from '../../base/environment.ts';
import { isLoopback } from '../../base/net/loopback.ts';
import { usageFailure } from '../../contract/failure.ts';

/**
 * The proxy for requests to `origin`, as curl and Go read the variables: the lower-case spelling
 * first, an empty one as unset, `ALL_PROXY` last; none for this machine itself and for what
 * `NO_PROXY` names. Throws `Failure` usage where the variable holds no proxy URL.
 */
export function proxyFor(origin: URL, environment: Environment): string | undefined {
  const name = origin.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const setting = settingOf(environment, name) ?? settingOf(environment, 'ALL_PROXY');
  if (setting === undefined) return undefined;
  const host = origin.hostname.replace(/^\[|\]$/g, '');
  if (isLoopback(host)) return undefined;
  const port = origin.port === '' ? defaultPort(origin) : origin.port;
  const exceptions = settingOf(environment, 'NO_PROXY')?.value.split(/[\s,]+/) ?? [];
  if (exceptions.some((entry) => covers(entry.toLowerCase(), host, port))) return undefined;
  return checkedProxy(setting);
}

interface Setting {
  readonly name: string;
  readonly value: string;
}

function settingOf(environment: Environment, upperCase: string): Setting | undefined {
  for (const name of [upperCase.toLowerCase(), upperCase]) {
    const value = environment[name]?.trim();
    if (value !== undefined && value !== '') return { name, value };
  }
  return undefined;
}

function defaultPort(origin: URL): string {
  return origin.protocol === 'https:' ? '443' : '80';
}

/** `*`, `host`, `.domain`, `*.domain`, `address`, `address/prefix`, each with an optional port. */
function covers(entry: string, host: string, port: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const { isIP } = process.getBuiltinModule('node:net');
  if (isIP(host) !== 0) return coversAddress(entry, host, port);
  const [, name = '', onlyPort] = /^(.*?)(?::(\d+))?$/.exec(entry) ?? [];
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const domain = name.replace(/^\*?\./, '');
  return host === domain || host.endsWith(`.${domain}`);
}

function coversAddress(entry: string, host: string, port: string): boolean {
  const { BlockList, isIP } = process.getBuiltinModule('node:net');
  const family = isIP(host) === 4 ? 'ipv4' : 'ipv6';
  const [, bracketed, bare, prefix, onlyPort] =
    /^(?:\[([^\]]+)\]|([^/]+?))(?:\/(\d+))?(?::(\d+))?$/.exec(entry) ?? [];
  const address = bracketed ?? bare ?? '';
  if (isIP(address) !== isIP(host)) return false;
  if (onlyPort !== undefined && onlyPort !== port) return false;
  const longest = family === 'ipv4' ? 32 : 128;
  const bits = prefix === undefined ? longest : Number(prefix);
  if (bits > longest) return false;
  const list = new BlockList();
  list.addSubnet(address, bits, family);
  return list.check(host, family);
}

/** A value without a scheme is an http proxy; one that is not usable is never shown: it may hold a password. */
function checkedProxy({ name, value }: Setting): string {
  const text = value.includes('://') ? value : `http://${value}`;
  const url = URL.parse(text);
  if (url !== null && /^(https?|socks5?):$/.test(url.protocol) && url.hostname !== '') return text;
  throw usageFailure(
    'The proxy setting is not usable',
    `${name} must be a URL such as http://proxy.example:3128 (http, https or socks5)`,
  );
}
