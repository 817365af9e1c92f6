import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { ROOT } from '../../check/tree.ts';
import { blocksOf, codeOf } from '../../support/docs/markdown.ts';
import { runFleet } from '../../support/run-fleet.ts';
import type { Finding } from '../findings.ts';
import { ended } from './behind-front-end.ts';
import type { Program } from './debian-programs.ts';
import { startCaddy, startNginx } from './front-ends.ts';
import { freePort } from './running-program.ts';
import type { Service } from './service.ts';

interface DocumentedProof {
  readonly program: Program;
  /** A folder of its own. */
  readonly folder: string;
  /** Holds for as long as it was asked. */
  readonly service: Service;
  /** Files in PEM. */
  readonly certificate: { readonly certificate: string; readonly key: string };
}

const GUIDE = 'docs/self-hosting.md';
/** More than nginx lets through without the block, which is 1 MiB, and than the server takes. */
const LARGE_BYTES = 2_000_000;
/** As long as nginx waits without the block. */
const WAIT_SECONDS = '60';

/**
 * The block of docs/self-hosting.md for this program, with the port and the certificate of this computer in
 * the place of the example's, before a service. Throws `Error` where the guide has no such block.
 */
export async function proveDocumented(
  name: 'nginx' | 'caddy',
  proof: DocumentedProof,
): Promise<readonly Finding[]> {
  const port = await freePort();
  await (name === 'nginx' ? documentedNginx : documentedCaddy)(proof, port);
  const env = {
    FLEET_BASE_URL: `https://127.0.0.1:${port}`,
    FLEET_API_KEY: proof.service.key,
    NODE_EXTRA_CA_CERTS: proof.certificate.certificate,
  };
  const { machine } = proof.service;
  const hold = `send-command ${machine} --type ping --wait-seconds ${WAIT_SECONDS} --json`;
  const [read, health, large, held] = await Promise.all([
    runFleet(['cloud', 'list-machines', '-o', 'name'], { env }),
    runFleet(['api', 'GET', '/healthz'], { env }),
    postLarge(port, proof),
    runFleet(['cloud', ...hold.split(' ')], { env, timeoutMs: 120_000 }),
  ]);
  const subject = `${name} ${proof.program.version}, as documented`;
  return [
    { subject, shows: 'a read', isRight: read.code === 0, seen: ended(read) },
    {
      subject,
      shows: '/healthz is not given to strangers',
      isRight: /"code":"not_the_service".*"status":404/.test(health.stderr),
      seen: ended(health),
    },
    {
      subject,
      shows: 'a body of 2 MB is refused by the server, not before it',
      isRight: large.includes('"code":"too_large"'),
      seen: large.slice(0, 100),
    },
    {
      subject,
      shows: `a wait of ${WAIT_SECONDS} s ends as pending (exit 8)`,
      isRight: held.code === 8 && held.stdout.includes('"pending":true'),
      seen: ended(held),
    },
  ];
}

/** What stands in the response to a large body. */
async function postLarge(port: number, { certificate, service }: DocumentedProof): Promise<string> {
  const sent = request({
    host: '127.0.0.1',
    port,
    path: '/api/v1/tools/list_jobs',
    method: 'POST',
    ca: readFileSync(certificate.certificate),
    headers: { authorization: `Bearer ${service.key}`, 'content-type': 'application/json' },
  });
  // It may be refused while it is still being sent.
  sent.on('error', () => {});
  sent.end(JSON.stringify({ q: 'x'.repeat(LARGE_BYTES) }));
  const [response] = await once(sent, 'response').catch((error) => [error]);
  return response instanceof Error ? response.message : text(response);
}

async function documentedNginx(proof: DocumentedProof, port: number): Promise<void> {
  const { certificate, folder, program, service } = proof;
  const guide = readFileSync(join(ROOT, GUIDE), 'utf8');
  const zone = codeOf(guide).find((code) => code.startsWith('limit_req_zone '));
  if (zone === undefined) throw new Error(`${GUIDE} has no limit_req_zone`);
  const server = adapted(blockIn(guide, 'nginx'), [
    ['listen 443 ssl;', `listen 127.0.0.1:${port} ssl;`],
    [/ssl_certificate .*;/, `ssl_certificate ${certificate.certificate};`],
    [/ssl_certificate_key .*;/, `ssl_certificate_key ${certificate.key};`],
    ['http://127.0.0.1:8787;', `http://127.0.0.1:${service.port};`],
  ]);
  await startNginx(program, { folder, port }, [zone, server]);
}

async function documentedCaddy(proof: DocumentedProof, port: number): Promise<void> {
  const { certificate, folder, program, service } = proof;
  const tls = `\ttls ${certificate.certificate} ${certificate.key}`;
  const site = adapted(blockIn(readFileSync(join(ROOT, GUIDE), 'utf8'), 'caddyfile'), [
    ['fleet.example.com {', `https://127.0.0.1:${port} {\n\tbind 127.0.0.1\n${tls}`],
    ['127.0.0.1:8787', `127.0.0.1:${service.port}`],
  ]);
  await startCaddy(program, { folder, port }, [site]);
}

function blockIn(guide: string, language: string): string {
  const block = blocksOf(guide).find((one) => one.language === language);
  if (block === undefined) throw new Error(`${GUIDE} has no block of ${language}`);
  return block.text;
}

/** The block with what is of this computer in it; each has to be found. */
function adapted(block: string, changes: readonly (readonly [string | RegExp, string])[]): string {
  return changes.reduce((text, [from, to]) => {
    const changed = text.replace(from, to);
    if (changed === text) throw new Error(`${GUIDE} has no ${from}`);
    return changed;
  }, block);
}
