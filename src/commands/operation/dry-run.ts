import { stringifyJson } from '../../base/json/lossless.ts';
import { resolveBaseUrl } from '../../profile/resolve-target.ts';
import type { FormatName } from '../../render/format-name.ts';
import { escapeForTerminalJson } from '../../render/sanitise.ts';
import type { Printer } from '../../terminal/printer.ts';
import type { Runtime } from '../runtime.ts';
import type { ParsedCall } from './read-call.ts';

/**
 * Prints the request that would be sent, its key left out: as HTTP text for people, else as an
 * object of method, url, headers and body. Needs no key. Gives the exit code 0.
 */
export async function printDryRun(
  { operation, flags, input }: ParsedCall,
  to: { readonly runtime: Runtime; readonly printer: Printer; readonly format: FormatName },
): Promise<number> {
  const { runtime, printer, format } = to;
  const url = `${resolveBaseUrl(runtime, flags).text}/api/v1/tools/${encodeURIComponent(operation.tool.name)}`;
  const headers = { authorization: 'Bearer [redacted]', 'content-type': 'application/json' };
  if (format !== 'table') {
    return printer.value({ value: { method: 'POST', url, headers, body: input } });
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const body = escapeForTerminalJson(stringifyJson(input, 2));
  await runtime.stdout.write(`${[`POST ${url}`, ...head, '', body].join('\n')}\n`);
  return 0;
}
