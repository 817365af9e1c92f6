import { needsConfirmation } from '../../contract/confirmation.ts';
import { exampleInput } from '../../flags/example.ts';
import { parseDurationMs } from '../../terminal/duration.ts';
import { formatName } from '../../terminal/print-options.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt } from '../../terminal/terminal.ts';
import type { Runtime } from '../runtime.ts';
import { printDryRun } from './dry-run.ts';
import { classOf } from './find-operation.ts';
import { confirmationOf } from './question.ts';
import type { OperationInput } from './read-input.ts';
import { printAllPages, sendOperation } from './send.ts';

/**
 * Does what was typed: explains, prints the request, or sends it. Everything that can be refused
 * here is refused before anything is sent. Gives the exit code; throws `Failure`.
 */
export async function runInput(typed: OperationInput, runtime: Runtime): Promise<number> {
  const { own, prepared, input } = typed;
  const printer = await createPrinter(own, runtime);
  if (own.schema === true) return printer.value({ value: prepared.tool.input_schema });
  if (own.example === true)
    return printer.value({ value: exampleInput(prepared.tool.input_schema) });
  if (own['dry-run'] === true)
    return printDryRun(typed, { runtime, printer, format: formatName(own, runtime) });
  const followTimeoutMs = followTime(own);
  const operationClass = classOf(prepared.tool);
  if (needsConfirmation(prepared.tool.name, operationClass, input)) {
    await confirm(confirmationOf(typed), {
      yes: own.yes === true,
      canPrompt: canPrompt(runtime, own['no-input'] === true),
      stdin: runtime.stdin,
      promptStream: runtime.promptStream,
    });
  }
  await warnOfSnapshot(typed, runtime);
  const sending = { typed, runtime, printer, operationClass, followTimeoutMs };
  return own.all === true ? printAllPages(sending) : sendOperation(sending);
}

async function warnOfSnapshot({ own, prepared }: OperationInput, runtime: Runtime): Promise<void> {
  if (prepared.inUse.origin !== 'snapshot' || own.quiet === true) return;
  await runtime.stderr.write(
    'The catalogue could not be fetched: going on with the built-in one, without local checks.\n',
  );
}

const FOLLOW_TIMEOUT = '12m';

/** How long to follow, in milliseconds; undefined where nobody asked to. Throws `Failure` usage. */
function followTime(own: OperationInput['own']): number | undefined {
  const timeout = parseDurationMs(own['follow-timeout'] ?? FOLLOW_TIMEOUT, 'follow-timeout');
  return own.follow === true ? timeout : undefined;
}
