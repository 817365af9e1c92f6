/*
 * Names of what a request can wait for. `transaction.wake(topic)` wakes all who wait for it, in every
 * process of the service, once the transaction is committed. Row ids are unique over all organisations.
 */

/** Waited for by `awaitCommand`; woken when the command is handed out or ends. */
export function commandTopic(command: number): string {
  return `command:${command}`;
}

/** Waited for by `awaitJob`; woken when the job changes. */
export function jobTopic(job: number): string {
  return `job:${job}`;
}

/** Waited for by a machine's sync; woken when it has something to collect, or was disconnected. */
export function machineTopic(machine: number): string {
  return `machine:${machine}`;
}
