// Calls through what stands between a client and its service: `npm run prove -- network`.
// nginx, HAProxy and Caddy before `fleet serve`, tinyproxy before the client, each from Debian's packages;
// the report goes to dist/prove/network.json too.
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../check/tree.ts';
import { type Finding, reportFindings } from './findings.ts';
import {
  CALLS_IN_THE_LOG,
  CALLS_OF_A_FRONT_END,
  countActions,
  proveFrontEnd,
} from './network/behind-front-end.ts';
import { makeCertificate } from './network/certificate.ts';
import { bringProgram } from './network/debian-programs.ts';
import { proveDocumented } from './network/documented.ts';
import { FRONT_ENDS, type FrontEnd } from './network/front-ends.ts';
import { endPrograms } from './network/running-program.ts';
import { startService } from './network/service.ts';
import { IDLE_CALLS, proveProxy } from './network/through-proxy.ts';

const folder = mkdtempSync(join(tmpdir(), 'fleet-prove-network-'));
const packages = join(ROOT, 'node_modules/.cache/fleet-prove-network');
const NAMES = ['nginx', 'haproxy', 'caddy'] as const;

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => void end().finally(() => process.exit(1)));
}
try {
  process.exitCode = await prove();
} finally {
  await end();
}

async function prove(): Promise<number> {
  const certificate = makeCertificate(folder);
  const authority = certificate.certificate;
  const [capped, patient, counted] = await Promise.all([
    startService(newFolder('capped'), ['--max-hold', '40']),
    startService(newFolder('patient')),
    startService(newFolder('counted')),
  ]);
  const behind = { capped, patient, counted };
  const ports = { capped: capped.port, patient: patient.port, counted: counted.port };
  const skipped: string[] = [];
  const proofs: Promise<readonly Finding[]>[] = [];
  let calls = 0;
  let fronts = 0;
  let documentedOnes = 0;
  let first: FrontEnd | undefined;
  for (const name of NAMES) {
    const program = bringProgram(name, packages);
    if (typeof program === 'string') {
      skipped.push(`${name}: ${program}`);
      continue;
    }
    const options = { behind: ports, certificate };
    const [front, hasty] = await Promise.all([
      FRONT_ENDS[name](program, { ...options, folder: newFolder(name), closesEarly: false }),
      FRONT_ENDS[name](program, { ...options, folder: newFolder(`${name}-1s`), closesEarly: true }),
    ]);
    first ??= front;
    fronts += 1;
    calls += CALLS_OF_A_FRONT_END + (front.log === undefined ? 0 : CALLS_IN_THE_LOG);
    const about = { name: `${name} ${program.version}`, front, hasty, behind, authority };
    proofs.push(proveFrontEnd(about));
    if (name === 'haproxy') continue;
    const documented = { program, folder: newFolder(`${name}-documented`), certificate };
    proofs.push(proveDocumented(name, { ...documented, service: patient }));
    documentedOnes += 1;
  }
  const program = bringProgram('tinyproxy', packages);
  if (typeof program === 'string') skipped.push(`tinyproxy: ${program}`);
  else if (first === undefined) skipped.push('tinyproxy: nothing with TLS to be before');
  else {
    calls += IDLE_CALLS;
    const options = { program, folder: newFolder('tinyproxy'), front: first };
    proofs.push(proveProxy({ ...options, service: counted, authority }));
  }
  const findings = (await Promise.all(proofs)).flat();
  if (proofs.length > 0) {
    const held = { action: 'command.', calls: fronts, what: 'held action' };
    findings.push(
      await countActions(counted, {
        action: 'settings.',
        calls,
        what: 'action after an idle time',
      }),
      await countActions(capped, held),
      await countActions(patient, { ...held, calls: fronts + documentedOnes }),
    );
  }
  return reportFindings('network', findings, skipped);
}

function newFolder(name: string): string {
  const path = join(folder, name);
  mkdirSync(path, { recursive: true });
  return path;
}

async function end(): Promise<void> {
  await endPrograms();
  rmSync(folder, { recursive: true, force: true });
}
