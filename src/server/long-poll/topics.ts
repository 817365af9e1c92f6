/** Names of what a request can wait for; row ids are unique over all organisations. */
export function commandTopic(command: number): string {
  return `command:${command}`;
}

export function jobTopic(job: number): string {
  return `job:${job}`;
}

/** Woken when a machine has something to collect, or was disconnected. */
export function machineTopic(machine: number): string {
  return `machine:${machine}`;
}
