import { stringifyJson } from '../../base/json/lossless.ts';
import type { SelectedMachine } from '../../flow/each/select-machines.ts';
import { resolveBaseUrl } from '../../profile/resolve-target.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';
import { formatName } from '../../terminal/print-options.ts';
import { createPrinter } from '../../terminal/printer.ts';
import type { ParsedCall } from '../operation/read-call.ts';
import type { Runtime } from '../runtime.ts';

/** Prints the request of each machine, without the key. Gives the exit code 0. */
export async function printEachDryRun(
  { flags, input, operation }: ParsedCall,
  targets: readonly SelectedMachine[],
  runtime: Runtime,
): Promise<number> {
  const { profiles, tool } = operation;
  const { text: baseUrl } = resolveBaseUrl(runtime, flags, profiles);
  const url = `${baseUrl}/api/v1/tools/${encodeURIComponent(tool.name)}`;
  const requests = targets.map(({ id }) => ({
    method: 'POST',
    url,
    body: { ...input, machine: id },
  }));
  if (formatName(flags, runtime) !== 'table') {
    const printer = await createPrinter(flags, runtime);
    return printer.value({ value: { requests } });
  }
  const lines = requests.map(
    ({ body, method }) => `${method} ${url} ${escapeForTerminalJson(stringifyJson(body))}\n`,
  );
  await runtime.stdout.write(lines.join(''));
  return 0;
}
