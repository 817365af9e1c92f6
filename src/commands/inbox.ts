import { formatName } from '../terminal/print-options.ts';
import { createPrinter } from '../terminal/printer.ts';
import { canPrompt } from '../terminal/terminal.ts';
import { CONSENT_FLAGS, OPERATION_FLAGS, OUTPUT_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { oclifFlags } from './oclif/flags.ts';
import { checkedCall } from './operation/checked-call.ts';
import { findOperation } from './operation/find-operation.ts';
import { runCall } from './operation/run.ts';

export default class Inbox extends FleetCommand {
  static override readonly summary = 'See who waits for a person, and answer.';
  static override readonly description =
    'On a terminal: pick a job, oldest first, read its question, answer, then the next. Elsewhere, ' +
    'and with -o, the list. Esc leaves a question open.';
  static override readonly examples = ['fleet inbox', 'fleet inbox -o json'];
  static override readonly flags = oclifFlags({
    all: OPERATION_FLAGS.all,
    'no-input': CONSENT_FLAGS['no-input'],
    ...OUTPUT_FLAGS,
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const operation = await findOperation(
      { name: 'list_inbox', argv: this.argv },
      this.runtime,
      false,
    );
    const input = { view: 'needs_input', sort: 'oldest' };
    const call = await checkedCall(operation, flags, input);
    const isHere =
      this.runtime.stdout.isTerminal && canPrompt(this.runtime, flags['no-input'] === true);
    const wantsList = flags['output'] !== undefined || formatName(flags, this.runtime) !== 'table';
    if (!isHere || wantsList || flags['query'] !== undefined || flags['all'] === true) {
      const { listingCall } = await import('./inbox/listing-call.ts');
      process.exitCode = await runCall(listingCall(call), this.runtime);
      return;
    }
    const { answerInbox } = await import('./inbox/answer-inbox.ts');
    const printer = await createPrinter(flags, this.runtime);
    const { runtime } = this;
    const context = {
      call,
      runtime,
      printer,
      operationClass: 'read',
      followTimeoutMs: undefined,
    } as const;
    process.exitCode = await answerInbox(context).finally(() => operation.reader?.client.close());
  }
}
