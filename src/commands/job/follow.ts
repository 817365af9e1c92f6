import * as Args from '@oclif/core/args';
import { CONSENT_FLAGS, FOLLOW_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { checkedCall } from '../operation/checked-call.ts';
import { findOperation } from '../operation/find-operation.ts';
import { runCall } from '../operation/run.ts';

export default class JobFollow extends FleetCommand {
  static override readonly summary = 'Follow a job: its state, its output, its question.';
  static override readonly description =
    'On a terminal the state, the latest updates and the live output are kept up to date, and a ' +
    'question is asked there and then; with -o jsonl each change is a line. Elsewhere a question ends ' +
    'it with 10, with --wait-for-answer only when the time is over. Ctrl-C ends the ' +
    'following and leaves the job alone. The live output needs a key with fleet:run.';
  static override readonly examples = [
    'fleet job follow job_38ftrj3c400',
    'fleet job follow job_38ftrj3c400 -o jsonl',
    'fleet job follow job_38ftrj3c400 --wait-for-answer --follow-timeout 1h',
  ];
  static override readonly args = {
    job: Args.string({ required: true, ignoreStdin: true, description: 'Id of the job.' }),
  };
  static override readonly flags = oclifFlags({
    'wait-for-answer': {
      type: 'boolean',
      description: 'Go on while it waits for a person, until somebody has answered.',
    },
    'follow-timeout': FOLLOW_FLAGS['follow-timeout'],
    'no-input': CONSENT_FLAGS['no-input'],
    ...OUTPUT_FLAGS,
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const words = { name: 'get_job', argv: this.argv };
    const operation = await findOperation(words, this.runtime, false);
    const call = await checkedCall(operation, { ...flags, follow: true }, { job: args['job'] });
    const pastQuestions = flags['wait-for-answer'] === true;
    process.exitCode = await runCall({ ...call, pastQuestions }, this.runtime);
  }
}
