import { Failure } from '../../contract/failure.ts';
import { outcomeOfCommand } from '../../contract/outcome.ts';
import { targetOf } from '../../contract/pending-target.ts';
import { memberOf, recordIn, textOf } from '../../contract/response-member.ts';
import { follow } from '../follow.ts';
import type { Following } from '../look-up.ts';
import { isPending } from '../pending.ts';

const WAIT_SECONDS = 20;

/**
 * The last lines of a machine's own log, by the command `logs.tail`. Undefined where the machine did
 * not answer by the deadline. Throws `Failure`; work_failed where the machine could not read it.
 */
export async function fetchMachineLog(
  following: Following,
  machine: string,
  lines: number,
): Promise<string | undefined> {
  const { client, signal } = following;
  const input = { machine, type: 'logs.tail', args: { lines }, wait_seconds: WAIT_SECONDS };
  const response = await client.callTool('send_command', JSON.stringify(input), {
    operationClass: 'write',
    waitSeconds: WAIT_SECONDS,
    ...(signal && { signal }),
  });
  let command = recordIn(response.value, 'command');
  if (isPending(response)) {
    const target = targetOf('send_command', response.value);
    if (target === undefined) return undefined;
    const end = await follow(following, { target, onToJob: false });
    command = recordIn(end.response?.value, 'command');
  }
  const outcome = outcomeOfCommand(command);
  if (outcome === 'failed') throw failedCommand(command);
  const shown = memberOf(memberOf(command, 'result'), 'lines');
  if (typeof shown === 'string') return shown;
  return Array.isArray(shown) ? shown.map((line) => `${String(line)}\n`).join('') : undefined;
}

function failedCommand(command: unknown): Failure {
  const error = memberOf(command, 'error');
  return new Failure('work_failed', {
    code: textOf(error, 'code') ?? 'command_failed',
    title: 'The machine did not send its log',
    detail: textOf(error, 'message') ?? `The command is ${textOf(command, 'status')}.`,
  });
}
