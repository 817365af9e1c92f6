import type { StepEnd } from '../../flow/skills/apply-changes.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { type PlacePlan, planText } from '../../render/skills/plan-text.ts';
import { byItsSignal } from '../../terminal/by-its-signal.ts';
import { endableLong } from '../../terminal/endable.ts';
import { exitCodeOf, worstExitCode } from '../../terminal/exit-codes.ts';
import { type Output, outliveReader } from '../../terminal/output.ts';
import { chosenFormat, formatName } from '../../terminal/print-options.ts';
import { createPrinter, type PrinterFlags } from '../../terminal/printer.ts';
import { READER_HAS_GONE } from '../../terminal/reader-has-gone.ts';
import { canPrompt, hasColor } from '../../terminal/terminal.ts';
import { wrapped } from '../../terminal/wrap.ts';
import type { Runtime } from '../runtime.ts';
import { endInWords, type SkillRow, whyUnread } from './plan-report.ts';
import type { UnreadMachine } from './read-sides.ts';

/** Shows a plan, what becomes of it, and at its end the result: for people as it comes, else in rows. */
export interface SkillPrinter {
  /** Says which files of the folder a machine cannot get. */
  besides(files: readonly string[]): Promise<void>;
  plan(plans: readonly PlacePlan[], unread: readonly UnreadMachine[]): Promise<void>;
  ended(place: string, end: StepEnd): Promise<void>;
  /** Gives the exit code. */
  end(result: SkillResult): Promise<number>;
}

interface SkillResult {
  readonly rows: readonly SkillRow[];
  readonly ends: readonly StepEnd[];
  readonly unread: readonly UnreadMachine[];
  /** Skills of the source that nobody can read. */
  readonly unreadable: readonly string[];
  readonly isDry: boolean;
}

interface SkillPrinterFlags extends PrinterFlags {
  readonly yes?: boolean | undefined;
  readonly 'no-input'?: boolean | undefined;
  readonly 'dry-run'?: boolean | undefined;
}

const LISTED_MAX = 5;
/** As of `diff --exit-code`: the target is not known to be as the source is. */
const NOT_ALIKE = 11;

/** Throws `Failure` usage for wrong flags, before any work. */
export async function createSkillPrinter(
  flags: SkillPrinterFlags,
  runtime: Runtime,
): Promise<SkillPrinter> {
  const printer = await createPrinter(flags, runtime);
  const isForPeople = printsForPeople(flags, runtime);
  const asks = flags.yes !== true && flags['dry-run'] !== true;
  const isAsked = asks && canPrompt(runtime, flags['no-input'] === true);
  const out = isForPeople ? runtime.stdout : runtime.stderr;
  const note = (text: string) => writeNote(text, runtime, flags);
  const readerHasGone = flags['dry-run'] === true ? () => false : outliveReader();
  let hasReader = true;
  return {
    async besides(files) {
      if (files.length === 0) return;
      await note(`Not sent, since a machine takes the SKILL.md alone: ${listed(files)}`);
    },
    async plan(plans, unread) {
      if (!isForPeople && !isAsked) return;
      await endableLong(() => out.write(planText(plans, planOptions(out, runtime, flags))));
      for (const each of unread) {
        await note(`Left out ${each.machine.name}: ${whyUnread(each)}`);
      }
    },
    async ended(place, end) {
      const line = `${place}: ${end.change.skill} ${endInWords(end)}`;
      if (!isForPeople) return;
      if (hasReader) await runtime.stdout.write(`${sanitiseLine(line)}\n`);
      if (!readerHasGone()) return;
      if (hasReader) await note(READER_HAS_GONE);
      hasReader = false;
      await note(line);
    },
    async end({ ends, isDry, rows, unread, unreadable }) {
      if (!isForPeople) await printer.value({ value: { skills: rows } });
      else if (!isDry && ends.length + unreadable.length === 0) await note('Nothing to do.');
      if (unreadable.length > 0) await note(`Left, since it cannot be read: ${listed(unreadable)}`);
      if (ends.some(({ outcome }) => outcome !== 'done' && outcome !== 'failed')) {
        await note('Run it again to go on: what is there already is not sent again.');
      }
      return exitCodeOfAll({ ends, unread, unreadable });
    },
  };
}

function listed(names: readonly string[]): string {
  const more = names.length > LISTED_MAX ? ` and ${names.length - LISTED_MAX} more` : '';
  return `${names.slice(0, LISTED_MAX).join(', ')}${more}`;
}

/** Writes a line for people, unless they want none; broken at its spaces where a terminal is narrower. */
export async function writeNote(
  text: string,
  { stderr }: Runtime,
  { quiet }: PrinterFlags,
): Promise<void> {
  if (quiet === true) return;
  const line = sanitiseLine(text);
  const lines = stderr.isTerminal ? wrapped(line, stderr.columns) : [line];
  await stderr.write(`${lines.join('\n')}\n`);
}

/** How a plan is shown on an output. */
export function planOptions(
  out: Output,
  { environment }: Runtime,
  flags: PrinterFlags,
): Parameters<typeof planText>[1] {
  const width = out.isTerminal ? out.columns : Number.POSITIVE_INFINITY;
  return { colour: hasColor(out, environment, flags.color), width };
}

/** Whether the result is text for people: on a terminal, and where a table is asked for; not with a query. */
function printsForPeople(flags: PrinterFlags, runtime: Runtime): boolean {
  const isShaped = ['query', 'columns', 'sort-by'] as const;
  if (isShaped.some((flag) => flags[flag] !== undefined)) return false;
  return formatName(flags, runtime) === 'table' || chosenFormat(flags, runtime) === 'table';
}

function exitCodeOfAll({ ends, unread, unreadable }: Omit<SkillResult, 'rows' | 'isDry'>): number {
  const failures = [...ends, ...unread].flatMap(({ failure }) => failure ?? []);
  const interruption = failures.find(({ kind }) => kind === 'interrupted');
  if (interruption !== undefined) return exitCodeOf(byItsSignal(interruption));
  const ofMachines = unread.map(({ failure }) => exitCodeOf(failure));
  return worstExitCode([...ofMachines, ...ends.map(codeOf), ...unreadable.map(() => NOT_ALIKE)]);
}

function codeOf({ failure, outcome }: StepEnd): number {
  switch (outcome) {
    case 'done':
      return 0;
    case 'changed_meanwhile':
      return 11;
    case 'pending':
      return 8;
    case 'unconfirmed':
    case 'unknown':
      return 7;
    default:
      return failure === undefined ? 1 : exitCodeOf(failure);
  }
}
