import { ARTIFACT_BYTES_MAX } from '../../contract/limits.ts';
import type { Host } from '../host.ts';
import type { JobEvent } from '../jobs/job-event.ts';
import type { JobFiles } from '../jobs/job-files.ts';
import { killJobProcesses } from '../jobs/job-processes.ts';
import { MachineError } from '../machine-error.ts';
import { captureOutput } from './capture-output.ts';
import { type ProcessExit, runProcessGroup } from './process-group.ts';
import { readProgressLine } from './progress-line.ts';
import type { RunContext, RunSkill } from './runner.ts';
import { firstShellBlock } from './shell-syntax.ts';

/** Of the machine's environment, all that a skill sees. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const;

/** Lines of stdout that stand for the result where the skill wrote no result file. */
const LAST_LINES = 20;

/**
 * Runs the first `sh` block of a skill's instructions in `/bin/sh`: the payload on stdin and at
 * `$FLEET_PAYLOAD_FILE`, the result taken from `$FLEET_RESULT_FILE`, else from the last lines.
 */
export function createShellRunner(host: Host): RunSkill {
  return async (run) => {
    const script = firstShellBlock(run.skill.instructions);
    if (script === null) {
      return failure('no_script', 'the instructions have no fenced block that starts with ```sh');
    }
    await run.files.write('script', script);
    const output = new LastLines(run);
    const end = await runProcessGroup(host, {
      command: '/bin/sh',
      args: [run.files.path('script')],
      cwd: run.skillFolder,
      environment: environmentOf(host, run),
      input: run.payload,
      clock: run.clock,
      signal: run.signal,
      read: (stdout, stderr) =>
        Promise.all([
          captureOutput(stdout, keepOptions(run, 'stdout', output.addOut)),
          captureOutput(stderr, keepOptions(run, 'stderr', output.addErr)),
        ]),
    });
    // A run that was ended from outside is ended whole, also what it had put beyond its group.
    if (run.signal.aborted) {
      await killJobProcesses(new Set([run.report.machine_job_id]), host);
    }
    const result = await keepResult(run, output.lines());
    return endEvent(end, result, output.lastError());
  };
}

/** What a shell run remembers of its output: progress is told on, the last lines are kept. */
class LastLines {
  readonly #run: RunContext;
  #out: string[] = [];
  #err = '';

  constructor(run: RunContext) {
    this.#run = run;
  }

  readonly addOut = (line: string): void => {
    const progress = readProgressLine(line);
    if (progress !== null) this.#run.emit({ kind: 'progress', progress });
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

function environmentOf(host: Host, run: RunContext): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = host.environment[name];
    if (value !== undefined) environment[name] = value;
  }
  return {
    ...environment,
    FLEET_JOB: run.report.machine_job_id,
    FLEET_SKILL: run.skill.name,
    FLEET_PAYLOAD_FILE: run.files.path('payload'),
    FLEET_EVENT_FILE: run.files.path('event'),
    FLEET_RESULT_FILE: run.files.path('result'),
    ...run.secrets,
  };
}

interface Result {
  readonly text: string | null;
  readonly headline: string | null;
}

/**
 * The result file as the skill wrote it, scrubbed and cut to what can be fetched, with its first
 * line as the headline; else the last lines of stdout with the very last one.
 */
async function keepResult(run: RunContext, lastLines: readonly string[]): Promise<Result> {
  const written = await startOf(run.files);
  const text = written === null ? lastLines.join('\n') : run.scrub(written).trim();
  if (text === '') return { text: null, headline: null };
  await run.files.write('result', `${text}\n`);
  const lines = text.split('\n');
  return { text, headline: lines.at(written === null ? -1 : 0) ?? null };
}

async function startOf(files: JobFiles): Promise<string | null> {
  try {
    return (await files.slice('result', 'start', ARTIFACT_BYTES_MAX)).content.toString('utf8');
  } catch (error) {
    if (error instanceof MachineError && error.code === 'unknown_artifact') return null;
    throw error;
  }
}

function endEvent(end: ProcessExit, result: Result, lastError: string): JobEvent {
  const { text, headline } = result;
  if (end.code === 0) {
    return { kind: 'finish', finish: { headline, summary: null, result: text, outcome: 'done' } };
  }
  const said = lastError === '' ? '' : `: ${lastError}`;
  return end.signal === null
    ? failure('exit_code', `exit code ${end.code}${said}`, text)
    : failure('signal', `ended by ${end.signal}${said}`, text);
}

function failure(kind: string, message: string, result: string | null = null): JobEvent {
  return { kind: 'fail', failure: { kind, message }, result };
}
