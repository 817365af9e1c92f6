import * as Args from '@oclif/core/args';
import { answerInput } from '../../contract/answer-input.ts';
import { Failure, usageFailure } from '../../contract/failure.ts';
import { createInputSource } from '../../flags/input-source.ts';
import { type AskedNow, askedIfShown, askedNow } from '../../flow/answer/same-question.ts';
import { questionLines } from '../../render/question-lines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { withWords } from '../../terminal/person/with-words.ts';
import { CONSENT_FLAGS, FOLLOW_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { inputReaders } from '../input-readers.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { checkedCall } from '../operation/checked-call.ts';
import { findOperation } from '../operation/find-operation.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import { runCall, withWholeIds } from '../operation/run.ts';

export default class JobAnswer extends FleetCommand {
  static override readonly summary = 'Answer a job that waits for a person.';
  static override readonly description =
    'Options are those that the question offers; --text adds words of your own, or is the whole ' +
    'answer. The agent gets the options one a line, then the text.';
  static override readonly examples = [
    'fleet job answer job_38ftrj3c400 high',
    'fleet job answer job_38ftrj3c400 --text="Go ahead, but leave the tests alone." --follow',
    'fleet job answer job_38ftrj3c400 --edit',
    'fleet job answer job_38ftrj3c400 yes --match-question="Deploy to staging?"',
  ];
  static override readonly args = {
    job: Args.string({ required: true, ignoreStdin: true, description: 'Id of the job.' }),
    option: Args.string({
      required: false,
      ignoreStdin: true,
      description: 'An offered option; several where the question allows several.',
    }),
  };
  /** More options may follow the first. */
  static override readonly strict = false;
  static override readonly flags = oclifFlags({
    text: {
      type: 'option',
      helpValue: 'TEXT|@file|@-',
      description: 'Words of your own.',
    },
    edit: { type: 'boolean', description: 'Write them in $VISUAL or $EDITOR.' },
    'match-question': {
      type: 'option',
      helpValue: 'TEXT',
      description:
        'Answer only while the job asks this: the whole question, or its beginning and ... behind it.',
    },
    resume: {
      type: 'option',
      helpValue: 'auto|never',
      description: 'Whether a run that already ended goes on with the answer (default auto).',
    },
    'dry-run': { type: 'boolean', description: 'Print the request and send nothing.' },
    ...FOLLOW_FLAGS,
    ...CONSENT_FLAGS,
    ...OUTPUT_FLAGS,
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { flags, places } = await this.read();
    const [typed = '', ...options] = places;
    const meant = flags['match-question'];
    if (meant !== undefined && /^(?:…|\.{3})?$/.test(meant.trim())) {
      throw usageFailure('--match-question is empty', 'It takes at least one character.');
    }
    const words = { name: 'answer_job', argv: this.argv };
    const found = await findOperation(words, this.runtime, false);
    const isEdited = flags['edit'] === true;
    const isWaited = isEdited || isRead(flags['text']);
    // Words take their time to write, and go to the question alone that stood there before.
    const named: ParsedCall = { operation: found, flags, input: { job: typed } };
    const { call: whole, given } = isWaited
      ? await withWholeIds(named, this.runtime)
      : { call: named, given: [] };
    const job = String(whole.input['job']);
    const look = isEdited ? askedNow : isWaited ? askedIfShown : undefined;
    const client = found.reader?.client;
    const seen = client && (await look?.({ client, job }));
    const text = await this.textOf(flags['text']);
    const written = isEdited ? await this.edited(seen, job, text) : text;
    if (options.length === 0 && written === '') throw nothingToSay(isEdited);
    const { resume } = flags;
    const input = {
      job,
      ...answerInput({ options, text: written }),
      ...(resume === undefined ? {} : { resume }),
    };
    try {
      const call = { ...(await checkedCall(found, flags, input)), seen, meant };
      process.exitCode = await runCall(await this.agreed(call, given), this.runtime);
    } catch (error) {
      throw isEdited ? withWords(error, written) : error;
    }
  }

  /** A job that was found for what was typed is confirmed, with what it asks. */
  private async agreed(call: ParsedCall, given: readonly string[]): Promise<ParsedCall> {
    if (given.length === 0 || call.flags['dry-run'] === true) return call;
    const { confirmCall } = await import('../operation/confirm-call.ts');
    return confirmCall(call, given, this.runtime);
  }

  private async textOf(flag: string | undefined): Promise<string> {
    if (flag === undefined) return '';
    const text = await createInputSource(inputReaders(this.runtime)).textOf(flag, '--text');
    // What was to write the words may have failed.
    if (isRead(flag) && text.trim() === '') {
      throw usageFailure('--text is empty', `${flag} has no words. Nothing was sent.`);
    }
    return text.trim();
  }

  /** The question stands below the text in the editor, so that nobody answers from memory. */
  private async edited(seen: AskedNow | undefined, job: string, text: string): Promise<string> {
    const { editText } = await import('../../terminal/person/edit-text.ts');
    const nothing = seen === undefined ? [] : [`${sanitiseLine(job)} asks nothing now.`];
    const notes = seen?.question === undefined ? nothing : questionLines(seen.question);
    const written = await editText({ text, notes }, this.runtime.environment);
    if (written === undefined) throw noAnswer('The text was not saved in the editor.');
    return written;
  }
}

/** Whether the words are read from where they may still be written. */
function isRead(text: string | undefined): boolean {
  return text?.startsWith('@') === true;
}

function nothingToSay(wasEdited: boolean): Failure {
  if (wasEdited) return noAnswer('The text is empty.');
  return usageFailure(
    'No answer was given',
    'It takes an option that the question offers, --text TEXT, or both.',
    'Write it in an editor with --edit.',
  );
}

function noAnswer(why: string): Failure {
  const detail = `${why} Nothing was sent.`;
  return new Failure('declined', { code: 'declined', title: 'No answer', detail });
}
