import * as Args from '@oclif/core/args';
import type { FleetClient } from '../../client/fleet-client.ts';
import { answerInput } from '../../contract/answer-input.ts';
import { Failure, usageFailure } from '../../contract/failure.ts';
import { type Question, questionIn } from '../../contract/question.ts';
import { createInputSource } from '../../flags/input-source.ts';
import { changedQuestion } from '../../flow/answer/send-answer.ts';
import { lookingClient } from '../../flow/send-as-seen.ts';
import { questionLines } from '../../render/question-lines.ts';
import { sanitiseLine } from '../../render/sanitise.ts';
import { withWords } from '../../terminal/person/with-words.ts';
import { CONSENT_FLAGS, FOLLOW_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { inputReaders } from '../input-readers.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { checkedCall } from '../operation/checked-call.ts';
import { type FoundOperation, findOperation } from '../operation/find-operation.ts';
import { runCall } from '../operation/run.ts';

export default class JobAnswer extends FleetCommand {
  static override readonly summary = 'Answer a job that waits for a person.';
  static override readonly description =
    'Options are those that the question offers; --text adds words of your own, or is the whole ' +
    'answer. The agent gets the options one a line, then the text.';
  static override readonly examples = [
    'fleet job answer job_38ftrj3c400 high',
    'fleet job answer job_38ftrj3c400 --text="Go ahead, but leave the tests alone." --follow',
    'fleet job answer job_38ftrj3c400 --edit',
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
    const [job = '', ...options] = places;
    const text = await this.textOf(flags['text']);
    const words = { name: 'answer_job', argv: this.argv };
    const found = await findOperation(words, this.runtime, false);
    const { operation, written } =
      flags['edit'] === true
        ? await this.edited(found, job, text)
        : { operation: found, written: text };
    if (options.length === 0 && written === '') throw nothingToSay(flags['edit'] === true);
    const { resume } = flags;
    const input = {
      job,
      ...answerInput({ options, text: written }),
      ...(resume === undefined ? {} : { resume }),
    };
    try {
      process.exitCode = await runCall(await checkedCall(operation, flags, input), this.runtime);
    } catch (error) {
      throw flags['edit'] === true ? withWords(error, written) : error;
    }
  }

  private async textOf(flag: string | undefined): Promise<string> {
    if (flag === undefined) return '';
    const text = await createInputSource(inputReaders(this.runtime)).textOf(flag, '--text');
    return text.trim();
  }

  /**
   * The question stands below the text in the editor, so that nobody answers from memory; the operation
   * that comes with what was written is sent to that question alone.
   */
  private async edited(operation: FoundOperation, job: string, text: string): Promise<Edited> {
    const { editText } = await import('../../terminal/person/edit-text.ts');
    const { environment } = this.runtime;
    const { reader } = operation;
    if (reader === undefined) {
      return { operation, written: await editText({ text, notes: [] }, environment) };
    }
    const { client } = reader;
    const asked = await questionOf(client, job);
    const notes =
      asked === undefined ? [`${sanitiseLine(job)} asks nothing now.`] : questionLines(asked);
    const written = await editText({ text, notes }, environment);
    if (asked === undefined) return { operation, written };
    const looking = lookingClient(client, operation.tool.name, async () => {
      if ((await changedQuestion({ client, job, asked })) !== undefined) throw asksElse();
    });
    return { operation: { ...operation, reader: { ...reader, client: looking } }, written };
  }
}

interface Edited {
  readonly operation: FoundOperation;
  readonly written: string;
}

async function questionOf(client: FleetClient, job: string): Promise<Question | undefined> {
  const path = `/api/v1/jobs/${encodeURIComponent(job)}`;
  const { value } = await client.request('GET', path, { operationClass: 'read' });
  return questionIn(value);
}

/** While the person wrote, somebody else may have answered. */
function asksElse(): Failure {
  return new Failure('conflict', {
    code: 'question_changed',
    title: 'The job no longer asks this',
    detail: 'Your answer was not sent.',
    wasSent: false,
  });
}

function nothingToSay(wasEdited: boolean): Failure {
  if (wasEdited) {
    const detail = 'The text is empty. Nothing was sent.';
    return new Failure('declined', { code: 'declined', title: 'No answer', detail });
  }
  return usageFailure(
    'No answer was given',
    'It takes an option that the question offers, --text TEXT, or both.',
    'Write it in an editor with --edit.',
  );
}
