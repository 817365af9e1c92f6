import type { Call } from '../catalogue/operation.ts';
import type { CommandRow } from '../database/schema.ts';
import { callerKey, longPoll } from '../long-poll/long-poll.ts';
import { commandTopic } from '../long-poll/topics.ts';
import { isFinished } from './command-state.ts';
import { readCommand } from './expire-commands.ts';

/**
 * The command once it is finished, or its present state when `waitSeconds` are over, the service's cap is
 * reached, the caller has gone or the service stops (specification, rule 3).
 */
export function awaitCommand(
  call: Call,
  command: CommandRow,
  waitSeconds: number,
): Promise<CommandRow> {
  const { service, caller, signal } = call;
  const topic = commandTopic(command.id);
  const owner = callerKey(caller);
  const options = { service, topic, owner, waitSeconds, signal, known: command };
  return longPoll(options, async () => {
    const value = (await readCommand(service, caller.organisation, command.id)) ?? command;
    return { value, done: isFinished(value.status), readAgainAt: value.expires_at };
  });
}
