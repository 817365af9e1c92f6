import { isLoopback } from '../../base/net/loopback.ts';

/**
 * Keeps `fetch` from a proxy for a service on this computer, as all of fleet does: told to by NODE_USE_ENV_PROXY or
 * --use-env-proxy, Node takes one for it too, which would read the token. It looks at the variable at each request.
 */
export function keepFromProxy(baseUrl: string): void {
  const { hostname } = new URL(baseUrl);
  const { env, execArgv } = process;
  const options = [...execArgv, env['NODE_OPTIONS'] ?? ''].join(' ');
  const isAsked = (env['NODE_USE_ENV_PROXY'] ?? '') !== '' || /--use[-_]env[-_]proxy/.test(options);
  if (!isAsked || !isLoopback(hostname)) return;
  const name = env['no_proxy'] === undefined ? 'NO_PROXY' : 'no_proxy';
  const known = env[name] ?? '';
  env[name] = known === '' ? hostname : `${known},${hostname}`;
}
