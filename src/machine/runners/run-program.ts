import type { FileHandle } from 'node:fs/promises';
import type { Host } from '../host.ts';
import { killJobProcesses } from '../jobs/job-processes.ts';
import { MachineError } from '../machine-error.ts';
import { captureOutput } from './capture-output.ts';
import { CommandsFile } from './commands-file.ts';
import { openInputFile } from './input-file.ts';
import { OutputLines } from './output-lines.ts';
import { type ProcessExit, runProcessGroup } from './process-group.ts';
import { programsProblem } from './programs-problem.ts';
import { type LastWord, reportLines } from './report-lines.ts';
import { findRunUser } from './run-user.ts';
import type { RunContext } from './runner.ts';
import { sessionOf } from './session.ts';
import { limitingScript } from './shell-limits.ts';
import { makeWorkplace, ownWorkplace, type Workplace } from './workplace.ts';

/** The variables of the machine's environment that a skill gets. */
const PASSED_ON = ['PATH', 'HOME', 'USER', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR'] as const;

interface Program {
  /** The program and its arguments, in its workplace. */
  readonly words: (place: Workplace) => readonly string[];
  /** What it reads from stdin. */
  readonly input: string;
  /** Whether lines `::progress` of its stdout are progress: not where text of others may be printed. */
  readonly hasProgressLines: boolean;
  /** Whether it works in the home folder of the user that it runs as, where an agent is signed in. */
  readonly usesHome: boolean;
}

interface ProgramEnd {
  readonly exit: ProcessExit;
  readonly output: OutputLines;
  readonly lastWord: LastWord;
}

/**
 * Runs a program for a job, within its limits and as its user, reports what it writes to
 * `$FLEET_COMMANDS_FILE` while it runs, and takes its files over when nothing of it runs any more.
 */
export async function runProgram(
  host: Host,
  run: RunContext,
  program: Program,
): Promise<ProgramEnd> {
  const problem = programsProblem(host.platform);
  if (problem !== undefined) throw new MachineError('runner_not_ready', problem);
  await run.files.discard('result');
  await run.files.write('commands', '');
  if (run.report.answer !== null) await run.files.write('answer', run.session.answer);
  const user = await findRunUser(host, run.runAs);
  const place = user === undefined ? ownWorkplace(run) : await makeWorkplace(run, user);
  const output = new OutputLines(run, program.hasProgressLines);
  const report = reportLines(run);
  const commands = new CommandsFile({
    path: place.commands,
    owner: user?.uid,
    clock: run.clock,
    take: report.take,
  });
  const environment = environmentOf(host, run, place);
  const home = program.usesHome && user?.home !== undefined ? { HOME: user.home } : {};
  let input: FileHandle | undefined;
  try {
    input = await openInputFile(program.input, {
      folder: run.files.folder,
      token: host.token(),
      user,
    });
    const exit = await runProcessGroup(host, {
      command: '/bin/sh',
      args: ['-c', limitingScript(run.limits), 'sh', ...program.words(place)],
      cwd: place.cwd,
      environment: { ...environment, ...home },
      input: input.fd,
      user,
      clock: run.clock,
      signal: run.signal,
      read: (stdout, stderr) =>
        Promise.all([
          captureOutput(stdout, keepOptions(run, 'stdout', output.addOut)),
          captureOutput(stderr, keepOptions(run, 'stderr', output.addErr)),
        ]),
    }).finally(() => killRest(host, run));
    const { problems, unread } = await commands.end();
    await nameProblems(run, problems);
    nameProblem(run, report.unaskedProblem);
    nameProblem(run, output.progressProblem);
    return { exit, output, lastWord: report.end(unread) };
  } finally {
    commands.stop();
    await input?.close();
    await place.close();
  }
}

/**
 * Ends an aborted run, or one of a skill that is only tested, completely, also processes that left its
 * group. An installed skill may start what outlives it.
 */
async function killRest(host: Host, run: RunContext): Promise<void> {
  const isTest = run.report.trigger === 'test';
  if (run.signal.aborted || isTest)
    await killJobProcesses(new Set([run.report.machine_job_id]), host);
}

/** Says in the job's stderr what was not taken, and in the job and the machine's log that there is something. */
async function nameProblems(run: RunContext, problems: readonly string[]): Promise<void> {
  const [first, ...others] = problems;
  if (first === undefined) return;
  const more = others.length === 0 ? '' : ` (and ${others.length} more, which its stderr names)`;
  run.emit({ kind: 'problem', message: `FLEET_COMMANDS_FILE: ${first}${more}` });
  const lines = problems.map((problem) => `fleet: FLEET_COMMANDS_FILE: ${problem}\n`);
  await run.files.append('stderr', run.scrub(lines.join('')));
  run.log(`${problems.length} problems with FLEET_COMMANDS_FILE, which its stderr names`);
}

/** Says in the job and in the machine's log what went wrong with what it told. */
function nameProblem(run: RunContext, message: string | undefined): void {
  if (message === undefined) return;
  run.emit({ kind: 'problem', message });
  run.log(message);
}

function keepOptions(run: RunContext, name: 'stdout' | 'stderr', onLines: (lines: string) => void) {
  const { scrub, clock, outputBytesMax: bytesMax } = run;
  return { path: run.files.path(name), bytesMax, scrub, clock, onLines };
}

function environmentOf(host: Host, run: RunContext, place: Workplace): Record<string, string> {
  const environment: Record<string, string> = {};
  for (const name of PASSED_ON) {
    const value = host.environment[name];
    if (value !== undefined) environment[name] = value;
  }
  const { answer, machine_job_id: job, model } = run.report;
  return {
    ...environment,
    ...place.environment,
    ...(model === null ? {} : { FLEET_MODEL: model }),
    ...(answer === null ? {} : { FLEET_ANSWER_FILE: place.answer }),
    FLEET_JOB: job,
    FLEET_SKILL: run.skill.name,
    FLEET_SESSION: sessionOf(run),
    FLEET_PAYLOAD_FILE: place.payload,
    FLEET_EVENT_FILE: place.event,
    FLEET_RESULT_FILE: place.result,
    FLEET_COMMANDS_FILE: place.commands,
    ...run.secrets,
  };
}
