import { Failure } from '../../contract/failure.ts';
import { foundBy } from '../../contract/look-up.ts';
import type { EarlierRun } from '../../flow/each/earlier-run.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import { isPlainWord } from '../../render/advice-step.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { serviceCommand } from '../../render/service-command.ts';
import { commandName } from '../operation/command-name.ts';
import { counted } from './confirm-each.ts';
import { countedResults } from './result-line.ts';
import type { EachRow } from './result-row.ts';

/** What a run that repeats an earlier one takes on of it. */
export function earlierInWords(
  { notSent, sentCount, takenOnCount, unclear, untoldCount }: EarlierRun,
  count: number,
  operation: string,
): string {
  const leftCount = notSent.length - count;
  const isKnown = unclear.length + untoldCount === 0;
  const known = isKnown ? 'Nothing' : 'Nothing that surely was not sent';
  const nothing = leftCount === 0 ? `${known} is left` : 'Nothing selected is left';
  const first = `${count === 0 ? nothing : counted(count, 'machine')} to repeat`;
  const left = leftCount === 0 ? '' : `, ${leftCount} not selected and left for another run`;
  const sent = sentCount === 0 ? '' : `, ${sentCount} left alone: sent before`;
  const before = takenOnCount === 0 ? '' : `, ${takenOnCount} repeated by another run before`;
  const lookUp = `\`${serviceCommand(`cloud ${commandName(foundBy(operation))}`)}\``;
  return [
    `${first}${left}${sent}${before}.`,
    ...(unclear.length === 0 ? [] : [unclearInWords(unclear, lookUp)]),
    ...(untoldCount === 0 ? [] : [untoldInWords(untoldCount, lookUp)]),
  ].join('\n');
}

/** So many machines are named. */
const NAMED_MAX = 20;

export function namesInWords(names: readonly string[]): string {
  const more = names.length > NAMED_MAX ? ', …' : '';
  return `${names.slice(0, NAMED_MAX).map(sanitiseLine).join(', ')}${more}`;
}

function unclearInWords(unclear: readonly SelectedMachine[], lookUp: string): string {
  const names = namesInWords(unclear.map(({ name }) => name));
  return (
    `${counted(unclear.length, 'machine')} left alone where a run got no answer, was killed or stopped, or goes on, and no line that surely came later tells of them, so that ` +
    `nobody knows whether it was sent: ${names}. Where that run wrote to another file, that one tells. Look it up with ` +
    `${lookUp}, and run what did not arrive with --machine into the same file.`
  );
}

function untoldInWords(count: number, lookUp: string): string {
  return (
    `${counted(count, 'machine')} of a run ${count === 1 ? 'has' : 'have'} no line and no name here, as where it was killed or part of its output is lost: ` +
    `it may have been sent to them. Look it up with ${lookUp}, and run what did not arrive with --machine.`
  );
}

/** Gives the error to throw where rows are left out that the query does not fit, from the first of these. */
export function misfitFailure({ facts }: Failure, names: readonly string[]): Failure {
  return new Failure('local', {
    ...facts,
    title: `The query does not fit ${counted(names.length, 'row')}`,
    detail: `Left out: ${namesInWords(names)}.\n${facts.detail}`,
  });
}

interface Told {
  readonly targetCount: number;
  readonly isJsonl: boolean;
  readonly hasReader: boolean;
  /** Responses that were too much to be kept. */
  readonly cutCount: number;
  /** That lists were printed in part. */
  readonly partNote: string | undefined;
}

/** How many machines ended how, and what to do about it. No text of a machine is in it but plain ids. */
export function summaryInWords(rows: readonly EachRow[], told: Told): string {
  const { targetCount } = told;
  const untold = targetCount - rows.length;
  const has = (word: EachRow['result']) => rows.some(({ result }) => result === word);
  return [
    `${counted(targetCount, 'machine')}: ${countedResults(rows)}${untold > 0 ? `, ${untold} without a result that could be written` : ''}.`,
    ...(told.cutCount > 0 ? [cutInWords(told.cutCount)] : []),
    ...(told.partNote === undefined ? [] : [told.partNote]),
    ...(has('unknown')
      ? [
          `Unknown: it may have run and was not sent again. Look it up with \`${serviceCommand(`cloud ${commandName(foundBy(rows[0]?.operation))}`)}\`.`,
        ]
      : []),
    ...(has('needs_input') ? [`Who waits for a person is in \`${serviceCommand('inbox')}\`.`] : []),
    ...(rows.some(({ error, result }) => result === 'accepted' && error !== null)
      ? [`What was accepted goes on. Follow it with \`${serviceCommand('job follow ID')}\`.`]
      : []),
    ...(has('not_sent') ? [howToRepeat(rows, told)] : []),
  ].join('\n');
}

/** A line of a command is not longer. */
const REPEATED_MAX = 20;

function howToRepeat(rows: readonly EachRow[], { hasReader, isJsonl }: Told): string {
  if (hasReader) {
    return isJsonl
      ? 'Repeat what was not sent with --retry-from and the file of this output.'
      : 'With -o jsonl in a file, --retry-from repeats what was not sent.';
  }
  const ids = rows.flatMap(({ machine, result }) => (result === 'not_sent' ? [machine] : []));
  const canBeCopied = ids.length <= REPEATED_MAX && ids.every(isPlainWord);
  const which = canBeCopied ? ids.map((id) => `--machine ${id}`).join(' ') : 'the names above';
  return `No file has the rest of this output, as --retry-from wants it. Repeat what was not sent with ${which}.`;
}

function cutInWords(count: number): string {
  const what = count === 1 ? 'response was' : 'responses were';
  return `${count} ${what} left out: together they are too long to be kept. With -o jsonl each is written as it comes.`;
}
