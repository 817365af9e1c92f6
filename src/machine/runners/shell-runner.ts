import { ARTIFACT_BYTES_MAX } from '../../contract/limits.ts';
import type { Host } from '../host.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { killJobProcesses } from '../jobs/job-processes.ts';
import { MachineError } from '../machine-error.ts';
import { captureOutput } from './capture-output.ts';
import { type ProcessExit, runProcessGroup } from './process-group.ts';
import { findRunUser } from './run-user.ts';
import type { RunContext, RunSkill } from './runner.ts';
import { limitedShell } from './shell-limits.ts';
import { firstShellBlock, readProgressLine } from './shell-syntax.ts';
import { makeWorkplace, ownWorkplace, type Workplace } from './workplace.ts';

/** The variables of the machine's environment that a skill gets. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const;

/** Lines of stdout that are the result where the skill wrote no result file. */
const LAST_LINES = 20;

/**
 * Runs the first `sh` block of a skill's instructions in `/bin/sh`: the payload on stdin and at
 * `$FLEET_PAYLOAD_FILE`, the result taken from `$FLEET_RESULT_FILE`, else from the last lines.
 */
export function createShellRunner(host: Host): RunSkill {
  return async (run) => {
    const script = firstShellBlock(run.skill.instructions);
    if (script === undefined) {
      return failure('no_script', 'the instructions have no fenced block that starts with ```sh');
    }
    await run.files.write('script', script);
    const user = await findRunUser(host, run.runAs);
    const place = user === undefined ? ownWorkplace(run) : await makeWorkplace(run, user);
    const output = new LastLines(run);
    const end = await runProcessGroup(host, {
      command: '/bin/sh',
      args: ['-c', limitedShell(run.limits), 'sh', place.script],
      cwd: place.cwd,
      environment: environmentOf(host, run, place),
      input: run.payload,
      user,
      clock: run.clock,
      signal: run.signal,
      read: (stdout, stderr) =>
        Promise.all([
          captureOutput(stdout, keepOptions(run, 'stdout', output.addOut)),
          captureOutput(stderr, keepOptions(run, 'stderr', output.addErr)),
        ]),
    }).finally(() => endRun(host, run, place));
    const result = await keepResult(run, output.lines());
    return endEvent(end, result, output.lastError());
  };
}

/**
 * Ends an aborted run, or one of a skill that is only tested, completely, also processes that left its
 * group, and leaves its workplace. An installed skill may start what outlives it.
 */
async function endRun(host: Host, run: RunContext, place: Workplace): Promise<void> {
  const isTest = run.report.trigger === 'test';
  if (run.signal.aborted || isTest)
    await killJobProcesses(new Set([run.report.machine_job_id]), host);
  await place.close();
}

/** Reads the output of a shell run: reports progress and keeps the last lines. */
class LastLines {
  readonly #run: RunContext;
  #out: string[] = [];
  #err = '';

  constructor(run: RunContext) {
    this.#run = run;
  }

  readonly addOut = (line: string): void => {
    const progress = readProgressLine(line);
    if (progress !== undefined) this.#run.emit({ kind: 'progress', progress });
    else if (line.trim() !== '') this.#out = [...this.#out, line].slice(-LAST_LINES);
  };

  readonly addErr = (line: string): void => {
    if (line.trim() !== '') this.#err = line.trim();
  };

  lines(): readonly string[] {
    return this.#out;
  }

  lastError(): string {
    return this.#err;
  }
}

function keepOptions(run: RunContext, name: 'stdout' | 'stderr', onLine: (line: string) => void) {
  const { scrub, outputBytesMax: bytesMax } = run;
  return { path: run.files.path(name), bytesMax, scrub, onLine };
}

function environmentOf(host: Host, run: RunContext, place: Workplace): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = host.environment[name];
    if (value !== undefined) environment[name] = value;
  }
  return {
    ...environment,
    ...place.environment,
    FLEET_JOB: run.report.machine_job_id,
    FLEET_SKILL: run.skill.name,
    FLEET_PAYLOAD_FILE: place.payload,
    FLEET_EVENT_FILE: place.event,
    FLEET_RESULT_FILE: place.result,
    ...run.secrets,
  };
}

interface Result {
  readonly text: string | undefined;
  readonly headline: string | undefined;
}

/**
 * The result file, scrubbed and cut to the size that can be fetched, with its first line as the
 * headline; without such a file the last lines of stdout, with the last one as the headline.
 */
async function keepResult(run: RunContext, lastLines: readonly string[]): Promise<Result> {
  const written = await startOf(run.files);
  const text = written === undefined ? lastLines.join('\n') : run.scrub(written).trim();
  if (text === '') return { text: undefined, headline: undefined };
  await run.files.write('result', `${text}\n`);
  const lines = text.split('\n');
  return { text, headline: lines.at(written === undefined ? -1 : 0) };
}

async function startOf(files: JobFiles): Promise<string | undefined> {
  try {
    return (await files.slice('result', 'start', ARTIFACT_BYTES_MAX)).content.toString('utf8');
  } catch (error) {
    if (error instanceof MachineError && error.code === 'unknown_artifact') return undefined;
    throw error;
  }
}

function endEvent(end: ProcessExit, result: Result, lastError: string): JobEvent {
  const { text, headline } = result;
  if (end.code === 0) {
    const finish = { headline: headline ?? null, summary: null, result: text ?? null };
    return { kind: 'finish', finish: { ...finish, outcome: 'done' } };
  }
  const reason = lastError === '' ? '' : `: ${lastError}`;
  return end.signal === null
    ? failure('exit_code', `exit code ${end.code}${reason}`, text)
    : failure('signal', `ended by ${end.signal}${reason}`, text);
}

function failure(kind: string, message: string, result?: string): JobEvent {
  return { kind: 'fail', failure: { kind, message }, result: result ?? null };
}
