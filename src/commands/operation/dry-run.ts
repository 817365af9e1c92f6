import { stringifyJson } from '../../base/json/lossless.ts';
import { ISSUES_PATH } from '../../client/request-info.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../../contract/header.ts';
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
  const { name } = operation.tool;
  const isReport = name === 'report_issue';
  const path = isReport ? ISSUES_PATH : `/api/v1/tools/${encodeURIComponent(name)}`;
  const url = `${resolveBaseUrl(runtime, flags, operation.profiles).text}${path}`;
  const headers = {
    authorization: 'Bearer [redacted]',
    'content-type': 'application/json',
    ...(isReport && { [IDEMPOTENCY_KEY_HEADER]: '[new for each run]' }),
  };
  if (format !== 'table') {
    return printer.value({ value: { method: 'POST', url, headers, body: input } });
  }
  const head = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  const body = escapeForTerminalJson(stringifyJson(input, 2));
  await runtime.stdout.write(`${[`POST ${url}`, ...head, '', body].join('\n')}\n`);
  return 0;
}
