import { needsConfirmation } from '../../contract/confirmation.ts';
import { exampleInput } from '../../flags/example.ts';
import { parseDurationMs } from '../../terminal/duration.ts';
import { formatName } from '../../terminal/print-options.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { confirm } from '../../terminal/prompt.ts';
import { canPrompt, type Runtime } from '../../terminal/runtime.ts';
import { printDryRun } from './dry-run.ts';
import { classOf } from './find-operation.ts';
import { confirmationOf } from './question.ts';
import type { OperationInput } from './read-input.ts';
import { printAllPages, sendOperation } from './send.ts';

/**
 * Does what was typed: explains, prints the request, or sends it. Everything that can be refused
 * here is refused before anything is sent. Gives the exit code; throws `Failure`.
 */
export async function runInput(typed: OperationInput, rim: Runtime): Promise<number> {
  const { own, prepared, input } = typed;
  const printer = await createPrinter(own, rim);
  if (own.schema === true) return printer.value({ value: prepared.tool.input_schema });
  if (own.example === true)
    return printer.value({ value: exampleInput(prepared.tool.input_schema) });
  if (own['dry-run'] === true)
    return printDryRun(typed, { rim, printer, format: formatName(own, rim) });
  const followTimeoutMs = followTime(own);
  const operationClass = classOf(prepared.tool);
  if (needsConfirmation(prepared.tool.name, operationClass, input)) {
    await confirm(confirmationOf(typed), {
      yes: own.yes === true,
      hasPerson: canPrompt(rim, own['no-input'] === true),
      stdin: rim.stdin,
      stderr: rim.stderr,
    });
  }
  await warnOfSnapshot(typed, rim);
  const sending = { typed, rim, printer, operationClass, followTimeoutMs };
  return own.all === true ? printAllPages(sending) : sendOperation(sending);
}

async function warnOfSnapshot({ own, prepared }: OperationInput, rim: Runtime): Promise<void> {
  if (prepared.inUse.origin !== 'snapshot' || own.quiet === true) return;
  await rim.notes.write(
    'The catalogue could not be fetched: going on with the built-in one, without local checks.\n',
  );
}

const FOLLOW_TIMEOUT = '12m';

/** How long to follow, in milliseconds; undefined where nobody asked to. Throws `Failure` usage. */
function followTime(own: OperationInput['own']): number | undefined {
  const timeout = parseDurationMs(own['follow-timeout'] ?? FOLLOW_TIMEOUT, 'follow-timeout');
  return own.follow === true ? timeout : undefined;
}
