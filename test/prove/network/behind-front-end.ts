import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { type FleetRun, runFleet } from '../../support/run-fleet.ts';
import type { Finding } from '../findings.ts';
import { idleTimes } from './connection-log.ts';
import type { FrontEnd } from './front-ends.ts';
import { callAfterIdle } from './idle-calls.ts';
import { countAudited, type Service } from './service.ts';

/** The services behind a front end, by the prefix of their path. */
export interface Behind {
  /** Responds to what it holds after 40 s, as its operator told it. */
  readonly capped: Service;
  /** Holds for as long as it was asked. */
  readonly patient: Service;
  /** For the calls after idle times alone, since it counts them. */
  readonly counted: Service;
}

interface FrontEndProof {
  readonly name: string;
  readonly front: FrontEnd;
  /** The same, closing connections that are idle for a second. */
  readonly hasty: FrontEnd;
  readonly behind: Behind;
  /** Of the certificate. */
  readonly authority: string;
}

/** Calls through one front end: TLS, path, its time limits, and its connections that were idle. */
export async function proveFrontEnd(proof: FrontEndProof): Promise<readonly Finding[]> {
  const findings = await Promise.all([
    reads(proof),
    diagnoses(proof),
    holdsCapped(proof),
    holdsTooLong(proof),
    idleForASecond(proof),
    ...(proof.front.log === undefined ? [] : [onFreshConnections(proof, proof.front.log)]),
  ]);
  return findings.map((finding) => ({ ...finding, subject: proof.name }));
}

type Seen = Omit<Finding, 'subject'>;

function environmentOf(
  { authority, behind }: FrontEndProof,
  { port }: FrontEnd,
  service: keyof Behind,
) {
  return {
    FLEET_BASE_URL: `https://127.0.0.1:${port}/${service}`,
    FLEET_API_KEY: behind[service].key,
    NODE_EXTRA_CA_CERTS: authority,
  };
}

async function reads(proof: FrontEndProof): Promise<Seen> {
  const env = environmentOf(proof, proof.front, 'capped');
  const run = await runFleet(['cloud', 'list-machines', '-o', 'name'], { env });
  return {
    shows: 'a read over TLS and below a path',
    isRight: run.code === 0 && /^mac_\w+\n$/.test(run.stdout),
    seen: ended(run),
  };
}

async function diagnoses(proof: FrontEndProof): Promise<Seen> {
  const env = environmentOf(proof, proof.front, 'capped');
  const run = await runFleet(['doctor', '--json'], { env });
  const { checks } = JSON.parse(run.stdout);
  const wanted = ['base_url', 'key', 'service', 'clock', 'catalogue'];
  const failed = checks.filter(
    ({ check, state }: Record<string, string>) =>
      wanted.includes(check ?? '') && state === 'failed',
  );
  const names = failed.map(({ check }: { check: string }) => check).join(', ');
  return {
    shows: 'fleet doctor finds nothing wrong on the way',
    isRight: failed.length === 0,
    seen: names === '' ? 'nothing failed' : `failed: ${names}`,
  };
}

function hold(env: Readonly<Record<string, string>>, { machine }: Service): Promise<FleetRun> {
  const words = [
    'cloud',
    'send-command',
    machine,
    '--type',
    'ping',
    '--wait-seconds',
    '60',
    '--json',
  ];
  return runFleet(words, { env, timeoutMs: 120_000 });
}

async function holdsCapped(proof: FrontEndProof): Promise<Seen> {
  const startedAt = performance.now();
  const service = proof.behind.capped;
  const run = await hold(environmentOf(proof, proof.front, 'capped'), service);
  return {
    shows: 'a wait of 60 s at a service with --max-hold 40 ends as pending (exit 8)',
    isRight: run.code === 8 && run.stdout.includes('"pending":true'),
    seen: `${ended(run)} after ${seconds(startedAt)}`,
  };
}

/** Where the limit of the front end is shorter than the wait, the action is told as lost, once. */
async function holdsTooLong(proof: FrontEndProof): Promise<Seen> {
  const startedAt = performance.now();
  const service = proof.behind.patient;
  const run = await hold(environmentOf(proof, proof.front, 'patient'), service);
  const isPending = run.code === 8;
  const isTold = run.code === 7 && run.stderr.includes('may have run');
  return {
    shows:
      'a wait of 60 s at a service without it is pending (8), or told as lost (7), not repeated',
    isRight: isPending || isTold,
    seen: `${ended(run)} after ${seconds(startedAt)}`,
  };
}

/** Acts, and leaves a trace in the audit log. */
const TOOL = 'update_settings';

/** What only these calls have in their body. */
const MARK = 'seen in the log';
const IDLE_IN_THE_LOG = [100, 100, 1100, 100, 1300, 100, 2000];

const AIMED = 24;

/** From 0.9 to 1.1 s, which is when the front end closes. */
async function idleForASecond(proof: FrontEndProof): Promise<Seen> {
  const idleMs = Array.from({ length: AIMED }, (_, call) => 900 + Math.round((call * 200) / AIMED));
  const broken = await callAfterIdle({
    env: environmentOf(proof, proof.hasty, 'counted'),
    idleMs,
    tool: TOOL,
    input: (call) => ({ name: `${proof.name} ${call}` }),
  });
  return {
    shows: `${AIMED} actions, each after an idle time of about the second that the front end allows`,
    isRight: broken.length === 0,
    seen: broken.length === 0 ? 'none broke' : `${broken.length} broke: ${broken[0]}`,
  };
}

/** By the log of nginx, which allows 75 s between two requests of a connection. */
async function onFreshConnections(proof: FrontEndProof, log: string): Promise<Seen> {
  await callAfterIdle({
    env: environmentOf(proof, proof.front, 'counted'),
    idleMs: IDLE_IN_THE_LOG,
    tool: TOOL,
    input: (call) => ({ name: `${MARK} ${call}` }),
  });
  await pause(200);
  const idleMs = idleTimes(readFileSync(log, 'utf8'), MARK);
  const longest = Math.max(...idleMs.map((each) => each ?? 0));
  const fresh = idleMs.filter((each) => each === undefined).length;
  return {
    shows: 'in its log no action is on a connection that was idle for a second',
    isRight: idleMs.length === IDLE_IN_THE_LOG.length && longest < 1000,
    seen: `${idleMs.length} actions, ${fresh} on a new connection, else idle for at most ${longest} ms`,
  };
}

/** Whether a service has each action once that was called: none lost, none twice. */
export async function countActions(
  service: Service,
  {
    action,
    calls,
    what,
  }: { readonly action: string; readonly calls: number; readonly what: string },
): Promise<Finding> {
  const audited = await countAudited(service, action);
  return {
    subject: 'all',
    shows: `the audit log has each ${what} once`,
    isRight: audited === calls,
    seen: `${audited} of ${calls}`,
  };
}

export const CALLS_OF_A_FRONT_END = AIMED;
export const CALLS_IN_THE_LOG = IDLE_IN_THE_LOG.length;

/** The exit code, and what a failure says. */
export function ended({ code, stderr }: FleetRun): string {
  const [line = ''] = stderr.trim().split('\n');
  const title = /"title":"([^"]*)"/.exec(line)?.[1] ?? line;
  return `exit ${code}${code === 0 || title === '' ? '' : ` (${title})`}`;
}

function seconds(startedAt: number): string {
  return `${Math.round((performance.now() - startedAt) / 1000)} s`;
}
