import { Failure } from '../../contract/failure.ts';
import { memberOf, recordIn } from '../../contract/response-member.ts';
import { askMachine, WAIT_SECONDS } from '../ask-machine.ts';
import type { Following } from '../look-up.ts';

/**
 * The last lines of a machine's own log, by the command `logs.tail`. Throws `Failure`: work_failed where
 * the machine could not read it, pending where it did not answer by the deadline.
 */
export async function fetchMachineLog(
  following: Following,
  machine: string,
  lines: number,
): Promise<string> {
  const value = await askMachine(following, {
    operation: 'send_command',
    operationClass: 'write',
    changesNothing: true,
    input: { machine, type: 'logs.tail', args: { lines }, wait_seconds: WAIT_SECONDS },
  });
  // Where it was not followed, the response is the command.
  const result = memberOf(recordIn(value, 'command'), 'result') ?? value;
  const shown = memberOf(result, 'lines');
  if (typeof shown === 'string') return shown;
  if (Array.isArray(shown)) return shown.map((line) => `${String(line)}\n`).join('');
  throw new Failure('work_failed', {
    code: 'no_lines',
    title: 'The machine did not send its log',
  });
}
