import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FORMAT } from './connection-log.ts';
import type { Program } from './debian-programs.ts';
import { freePort, startProgram } from './running-program.ts';

/** What stands before the service: TLS, and a path that the service does not know of. */
export interface FrontEnd {
  readonly port: number;
  /** Of nginx: the path of a log that `idleTimes` reads. */
  readonly log?: string;
}

interface FrontEndOptions {
  /** A folder of its own. */
  readonly folder: string;
  /** Each path prefix and the port of the service behind it. */
  readonly behind: Readonly<Record<string, number>>;
  /** Files in PEM. */
  readonly certificate: {
    readonly certificate: string;
    readonly key: string;
    readonly both: string;
  };
  /** Closes idle connections after a second; else as the program does without a setting. */
  readonly closesEarly: boolean;
}

type StartFrontEnd = (program: Program, options: FrontEndOptions) => Promise<FrontEnd>;

/** Debian's own haproxy.cfg sets these, and without them it warns. */
const HAPROXY_TIMEOUTS = ['timeout connect 5000', 'timeout client 50000', 'timeout server 50000'];

export const FRONT_ENDS: Readonly<Record<'nginx' | 'haproxy' | 'caddy', StartFrontEnd>> = {
  async nginx(program, { behind, certificate, closesEarly, folder }) {
    const port = await freePort();
    const places = Object.entries(behind).map(
      ([prefix, to]) => `location /${prefix}/ { proxy_pass http://127.0.0.1:${to}/; }`,
    );
    const log = await startNginx(program, { folder, port }, [
      ...(closesEarly ? ['keepalive_timeout 1s;'] : []),
      'server {',
      `listen 127.0.0.1:${port} ssl;`,
      `ssl_certificate ${certificate.certificate};`,
      `ssl_certificate_key ${certificate.key};`,
      ...places,
      '}',
    ]);
    return { port, log };
  },

  async haproxy(program, { behind, certificate, closesEarly, folder }) {
    const port = await freePort();
    const prefixes = Object.entries(behind);
    const configuration = [
      'defaults',
      'mode http',
      ...HAPROXY_TIMEOUTS,
      ...(closesEarly ? ['timeout http-keep-alive 1000'] : []),
      'frontend tls',
      `bind 127.0.0.1:${port} ssl crt ${certificate.both}`,
      ...prefixes.map(([prefix]) => `use_backend ${prefix} if { path_beg /${prefix}/ }`),
      ...prefixes.flatMap(([prefix, to]) => [
        `backend ${prefix}`,
        `http-request replace-path /${prefix}(/.*) \\1`,
        `server service 127.0.0.1:${to}`,
      ]),
    ];
    const path = write(folder, 'haproxy.cfg', configuration);
    await startProgram(program, ['-db', '-f', path], { cwd: folder, port });
    return { port };
  },

  async caddy(program, { behind, certificate, closesEarly, folder }) {
    const port = await freePort();
    const timeouts = closesEarly ? ['servers {', 'timeouts {', 'idle 1s', '}', '}'] : [];
    const site = [
      `https://:${port} {`,
      'bind 127.0.0.1',
      `tls ${certificate.certificate} ${certificate.key}`,
      ...Object.entries(behind).flatMap(([prefix, to]) => [
        `handle_path /${prefix}/* {`,
        `reverse_proxy 127.0.0.1:${to}`,
        '}',
      ]),
      '}',
    ];
    await startCaddy(program, { folder, port }, site, timeouts);
    return { port };
  },
};

interface Place {
  /** A folder of its own. */
  readonly folder: string;
  readonly port: number;
}

/** Starts nginx with these lines of `http`; gives the path of its log, which `idleTimes` reads. */
export async function startNginx(
  program: Program,
  { folder, port }: Place,
  lines: readonly string[],
): Promise<string> {
  mkdirSync(join(folder, 'temp'), { recursive: true });
  const log = join(folder, 'access.log');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${join(folder, 'temp', name)};`,
  );
  const path = write(folder, 'nginx.conf', [
    ...(process.getuid?.() === 0 ? ['user root;'] : []),
    `pid ${join(folder, 'nginx.pid')};`,
    'events {}',
    'http {',
    ...temporary,
    `log_format connections ${LOG_FORMAT};`,
    `access_log ${log} connections;`,
    ...lines,
    '}',
  ]);
  const args = ['-p', folder, '-c', path, '-e', join(folder, 'error.log'), '-g', 'daemon off;'];
  await startProgram(program, args, { cwd: folder, port });
  return log;
}

/** Starts Caddy with these lines of its Caddyfile, and of the options before them. */
export async function startCaddy(
  program: Program,
  { folder, port }: Place,
  site: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const lines = ['{', 'admin off', 'auto_https off', ...options, '}', ...site];
  const path = write(folder, 'Caddyfile', lines);
  const own = { ...program, environment: { ...program.environment, XDG_DATA_HOME: folder } };
  const args = ['run', '--config', path, '--adapter', 'caddyfile'];
  await startProgram(own, args, { cwd: folder, port });
}

function write(folder: string, name: string, lines: readonly string[]): string {
  const path = join(folder, name);
  mkdirSync(folder, { recursive: true });
  writeFileSync(path, `${lines.join('\n')}\n`);
  return path;
}
