import { appendFileSync } from 'node:fs';
import type { Environment } from '../../base/environment.ts';
import { questionIn } from '../../contract/question.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { stateInWords } from '../../render/views/state-tone.ts';

/** A machine sends more of them. */
const LINKS_MAX = 20;

/** The end of a job as Markdown, in which no text of the service means anything. */
export function summaryOfJob(job: unknown, exitCode: number): string {
  const id = textOf(job, 'id') ?? '';
  const question = questionIn(job);
  const failure = memberOf(job, 'failure');
  const lines = [
    textOf(job, 'headline'),
    textOf(failure, 'message'),
    question?.text,
    ...(question?.options ?? []).map((option) => `Option: ${option}`),
  ];
  return [
    `### fleet: ${escaped(textOf(job, 'title') ?? textOf(job, 'skill') ?? id)}`,
    '',
    `**${escaped((textOf(job, 'state') ?? '').replaceAll('_', ' '))}** · job ${escaped(id)} · exit code ${exitCode}`,
    '',
    // The headline of a job that failed may be its failure.
    ...[...new Set(lines)].flatMap((line) =>
      line === undefined ? [] : [`> ${escaped(line)}`, ''],
    ),
    ...linkLines(memberOf(job, 'links')),
  ].join('\n');
}

/** Where the work can be seen. An address is shown as it is, so that no title hides where it leads. */
function linkLines(links: unknown): readonly string[] {
  const shown = (Array.isArray(links) ? links : []).slice(0, LINKS_MAX).map((link: unknown) => {
    const words = [stateInWords(textOf(link, 'kind') ?? ''), textOf(link, 'title') ?? ''];
    const url = URL.parse(textOf(link, 'url') ?? '');
    const isWeb = url?.protocol === 'https:' || url?.protocol === 'http:';
    return ['-', ...words.map(escaped), isWeb ? `<${url.href}>` : ''].filter(Boolean).join(' ');
  });
  return shown.length === 0 ? [] : [...shown, ''];
}

/** What became of one of many machines. */
interface MachineEnd {
  readonly name: string;
  readonly result: string;
  readonly job: string | null;
  readonly exit_code: number;
}

/** The ends of one operation on many machines as a table in Markdown. */
export function summaryOfMachines(operation: string, ends: readonly MachineEnd[]): string {
  const rows = ends.map(({ exit_code: exitCode, job, name, result }) =>
    [name, result.replaceAll('_', ' '), job ?? '', String(exitCode)].map(escaped),
  );
  return [
    `### fleet each: ${escaped(operation)}`,
    '',
    ...[['machine', 'result', 'job', 'exit code'], ['---', '---', '---', '---:'], ...rows].map(
      (cells) => `| ${cells.join(' | ')} |`,
    ),
    '',
  ].join('\n');
}

/** Adds a text to the summary of the step, where there is one; not being able to is no failure. */
export function addToStepSummary(environment: Environment, text: string): void {
  const path = environment['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return;
  try {
    appendFileSync(path, `${text}\n`);
  } catch {
    // The result of the run counts, and not its echo.
  }
}

/** One line in which neither Markdown nor HTML is left. */
function escaped(text: string): string {
  return sanitiseLine(text).replace(
    /[\\`*_{}[\]<>()#+\-.!|~&@:]/g,
    (sign) => `&#${sign.charCodeAt(0)};`,
  );
}
