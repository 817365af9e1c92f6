import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runFleet } from '../../support/run-fleet.ts';
import type { Finding } from '../findings.ts';
import type { Program } from './debian-programs.ts';
import type { FrontEnd } from './front-ends.ts';
import { callAfterIdle } from './idle-calls.ts';
import type { Service } from './service.ts';
import { startTinyproxy } from './tinyproxy.ts';

interface ProxyProof {
  readonly program: Program;
  readonly folder: string;
  /** What is behind the proxy, with TLS. */
  readonly front: FrontEnd;
  readonly service: Service;
  readonly authority: string;
}

/**
 * This computer by an address that our rule does not count as loopback: calls to loopback never go
 * through a proxy.
 */
const HOST = '0.0.0.0';

const LOGIN = { user: 'fleet', password: 'p4ss-of-the-proof' };

/** Calls through tinyproxy: with and without a password, over TLS and plain, and after idle times. */
export async function proveProxy(proof: ProxyProof): Promise<readonly Finding[]> {
  const { authority, folder, front, program, service } = proof;
  const open = await startTinyproxy(program, { folder: join(folder, 'open') });
  const closed = await startTinyproxy(program, { folder: join(folder, 'closed'), login: LOGIN });
  const hasty = await startTinyproxy(program, { folder: join(folder, 'hasty'), timeoutSeconds: 1 });
  const base = {
    FLEET_BASE_URL: `https://${HOST}:${front.port}/counted`,
    FLEET_API_KEY: service.key,
    NODE_EXTRA_CA_CERTS: authority,
  };
  const list = ['cloud', 'list-machines', '-o', 'name', '--verbose'];
  const through = (port: number, login = '') => ({
    HTTPS_PROXY: `http://${login}127.0.0.1:${port}`,
  });
  const login = `${LOGIN.user}:${LOGIN.password}@`;
  const plain = {
    ...base,
    FLEET_BASE_URL: `http://${HOST}:${service.port}`,
    HTTP_PROXY: `http://127.0.0.1:${open.port}`,
  };
  const [tunnelled, withLogin, without, forwarded, refused] = await Promise.all([
    runFleet(list, { env: { ...base, ...through(open.port) } }),
    runFleet(list, { env: { ...base, ...through(closed.port, login) } }),
    runFleet(list, { env: { ...base, ...through(closed.port) } }),
    runFleet(list, { env: { ...plain, FLEET_ALLOW_HTTP: '1' } }),
    runFleet(list, { env: plain }),
  ]);
  const tunnels = readFileSync(open.log, 'utf8').split(`CONNECT ${HOST}:${front.port}`).length - 1;
  const told = withLogin.stdout + withLogin.stderr + without.stderr;
  const blame = without.stderr.slice(without.stderr.indexOf('fleet:')).trim().split('\n');
  const idleMs = Array.from(
    { length: IDLE_CALLS },
    (_, call) => 900 + Math.round((call * 200) / IDLE_CALLS),
  );
  const broken = await callAfterIdle({
    env: { ...base, ...through(hasty.port) },
    idleMs,
    tool: 'update_settings',
    input: (call) => ({ name: `proxy ${call}` }),
  });
  const findings: readonly Omit<Finding, 'subject'>[] = [
    {
      shows: 'a read over TLS goes through its tunnel',
      isRight: tunnelled.code === 0 && tunnels > 0,
      seen: `exit ${tunnelled.code}, ${tunnels} tunnels in its log`,
    },
    {
      shows: 'a proxy with a password gets it, and nothing else shows it',
      isRight: withLogin.code === 0 && !told.includes(LOGIN.password),
      seen: `exit ${withLogin.code}`,
    },
    {
      shows: 'without the password the proxy is blamed, not the service',
      isRight: without.code === 7 && /proxy/i.test(blame.join(' ')),
      seen: `exit ${without.code} (${blame[0]})`,
    },
    {
      shows: 'plain http is forwarded with FLEET_ALLOW_HTTP=1, and without it the key stays here',
      isRight: forwarded.code === 0 && refused.code === 2,
      seen: `exit ${forwarded.code} and ${refused.code}`,
    },
    {
      shows: `${IDLE_CALLS} actions, each after an idle time of about the second that it allows`,
      isRight: broken.length === 0,
      seen: broken.length === 0 ? 'none broke' : `${broken.length} broke: ${broken[0]}`,
    },
  ];
  const subject = `tinyproxy ${program.version}`;
  return findings.map((finding) => ({ ...finding, subject }));
}

/** Actions through the proxy, of which the service's audit log has each. */
export const IDLE_CALLS = 24;
