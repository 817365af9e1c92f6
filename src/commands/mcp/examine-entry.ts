import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import { homeFolder } from '../../base/paths/home-folder.ts';
import { thisPlatform } from '../../base/platform.ts';
import type { AssistantEntry } from '../../bridge/assistants/entry.ts';
import type { FoundEntry } from '../../bridge/assistants/find-entries.ts';
import type { Probe } from '../../bridge/assistants/probe.ts';
import { requireKeyHolder } from '../../contract/expected-record.ts';
import { Failure } from '../../contract/failure.ts';
import { foldersOf } from '../../profile/folders.ts';
import { profileEnvironment } from '../../profile/profile-environment.ts';
import { profilesOnce, resolveTarget, type TargetFlags } from '../../profile/resolve-target.ts';
import { adviceOf } from '../../render/advice-step.ts';
import { detailOf } from '../../render/setting-fault.ts';
import { exitCodeOf } from '../../terminal/exit-codes.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import type { Runtime } from '../runtime.ts';
import { createServiceClient } from '../service-client.ts';
import { VERSION } from '../version.ts';
import { adviceOn } from './entry-advice.ts';

/** How long an assistant's command may take to respond; the assistants themselves wait 10 s and more. */
const PROBE_TIMEOUT_MS = 10_000;
const SERVICE_TIMEOUT = '5s';

/** The report about one entry, as it is printed, and the exit code for it. */
export interface Finding {
  readonly report: EntryReport;
  readonly exitCode: number;
}

interface EntryReport {
  readonly client: string;
  readonly name: string;
  /** The one folder in which it counts; null where it counts everywhere. */
  readonly folder: string | null;
  /** `ready`, else the code of what is wrong. */
  readonly state: string;
  /** How many tools the assistant sees; null where the bridge does not get that far. */
  readonly tools: number | null;
  /** Where the service is. */
  readonly server: string | null;
  readonly profile: string | null;
  /** Where the key comes from, never the key. */
  readonly key: string | null;
  readonly advice: string | null;
  readonly command: readonly string[];
  readonly bridge: string | null;
  readonly tool_names: readonly string[];
  readonly file: string;
}

/** Starts the entry's command as its assistant would, calls a tool, and asks the service with the same key. */
export async function examineEntry(
  { client, name, folder, file, found }: FoundEntry,
  runtime: Runtime,
): Promise<Finding> {
  const start = { client, name, folder, file };
  if (found instanceof Failure) return finding({ ...start, ...NOTHING_SEEN }, found);
  const { flagOf, flagsOf } = await import('../../bridge/assistants/entry.ts');
  const profile = flagOf(found, '--profile');
  const seen = {
    ...start,
    ...NOTHING_SEEN,
    command: [found.command, ...found.args],
    profile: profile ?? null,
  };
  const missing = missingFile(found, { client, name });
  if (missing !== undefined) return finding(seen, missing);
  const { assistantEnvironment, probe } = await import('../../bridge/assistants/probe.ts');
  const platform = thisPlatform();
  const environment = assistantEnvironment(runtime.environment, platform, found.env);
  const options = {
    environment,
    platform,
    clock: runtime.clock,
    timeoutMs: PROBE_TIMEOUT_MS,
    version: VERSION,
  };
  const probed = await probe(found, options);
  if (probed.kind !== 'responded') return finding(seen, noResponse(probed));
  const home = homeFolder(runtime.environment, platform);
  const used = profileEnvironment(environment, profile);
  const service = await askService(
    { ...runtime, environment: used, folders: foldersOf(used, platform, home) },
    { profile, 'base-url': flagOf(found, '--base-url') },
  );
  const { server: bridge, tools } = probed;
  const report = { ...seen, bridge, tools: tools.length, tool_names: tools };
  const reached = { ...report, server: service.server, key: service.key };
  const variables = profileEnvironment(found.env, profile);
  const advice =
    service.failure &&
    adviceOn(service.failure, {
      ...reached,
      server: service.server ?? variables['FLEET_BASE_URL'],
      variables,
    });
  const { callFailure } = await import('../../bridge/assistants/call-failure.ts');
  const failure = service.failure ?? callFailure(probed.call);
  if (failure !== undefined) return finding(reached, failure, advice);
  const { filterNote } = await import('./filter-note.ts');
  const filters = { allow: flagsOf(found, '--allow'), deny: flagsOf(found, '--deny') };
  const note = await filterNote(filters, profile, runtime);
  return finding(reached, undefined, note.trim().replaceAll('\n', '. '));
}

const NOTHING_SEEN = {
  tools: null,
  server: null,
  profile: null,
  key: null,
  command: [],
  bridge: null,
  tool_names: [],
};

function finding(
  seen: Omit<EntryReport, 'state' | 'advice'>,
  failure?: Failure,
  advice = failure && adviceOf(failure.facts),
): Finding {
  const { client, name, folder, ...others } = seen;
  if (failure === undefined) {
    return {
      report: { client, name, folder, state: 'ready', ...others, advice: advice || null },
      exitCode: 0,
    };
  }
  const { code, title } = failure.facts;
  const state = failure.kind === 'usage' ? 'not_configured' : code;
  const sentences = [detailOf(failure.facts) ?? title, advice].filter(
    (sentence) => sentence !== undefined,
  );
  return {
    report: { client, name, folder, state, ...others, advice: sentences.join(' ') },
    exitCode: exitCodeOf(failure),
  };
}

function missingFile(
  { command, args }: AssistantEntry,
  { client, name }: { readonly client: string; readonly name: string },
): Failure | undefined {
  const named = name === 'fleet' ? '' : ` --name ${name}`;
  const advice = `Run fleet mcp install --client ${client}${named} again.`;
  const gone = (code: string, detail: string) =>
    new Failure('local', { code, title: 'The bridge cannot be started', detail, advice });
  if (isAbsolute(command) && !existsSync(command)) {
    return gone('node_missing', `The Node that the entry names does not exist: ${command}.`);
  }
  const [entryFile] = args;
  if (entryFile !== undefined && isAbsolute(entryFile) && !existsSync(entryFile)) {
    return gone('entry_missing', `The program that the entry names does not exist: ${entryFile}.`);
  }
  return undefined;
}

function noResponse(probed: Exclude<Probe, { readonly kind: 'responded' }>): Failure {
  const failure = (code: string, what: string, stderr = '') => {
    const detail = `${what} ${stderr.trim()}`.trim();
    return new Failure('local', { code, title: 'The bridge does not respond', detail });
  };
  switch (probed.kind) {
    case 'not_started':
      return failure('not_started', `It cannot be started: ${probed.code}.`);
    case 'ended': {
      const how = probed.exitCode === null ? 'by a signal' : `with exit code ${probed.exitCode}`;
      return failure('ended_early', `It ended ${how} before it responded.`, probed.stderr);
    }
    case 'timed_out':
      return failure('no_answer', 'It did not respond within 10 seconds.', probed.stderr);
  }
}

interface ServiceSeen {
  readonly server: string | null;
  readonly key: string | null;
  readonly failure?: Failure;
}

/** The service as the bridge reaches it: with the environment and the profile of the entry. */
async function askService(runtime: Runtime, target: TargetFlags): Promise<ServiceSeen> {
  const flags = { timeout: SERVICE_TIMEOUT, ...target };
  const profiles = profilesOnce(runtime);
  let server: string | null = null;
  let key: string | null = null;
  try {
    const target = resolveTarget(runtime, flags, profiles);
    server = target.baseUrl.text;
    key = (target.environmentKey ?? target.profile)?.storage ?? null;
    const { client } = await createServiceClient(runtime, flags, interruptionSignal(), profiles);
    try {
      const me = await client.request('GET', '/api/v1/me', { operationClass: 'read' });
      requireKeyHolder(me.value, me.requestId);
    } finally {
      await client.close();
    }
    return { server, key };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { server, key, failure: error };
  }
}
