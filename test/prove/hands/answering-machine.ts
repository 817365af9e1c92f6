import { setTimeout as passing } from 'node:timers/promises';
import type { MachineReport } from '../../../src/contract/record/machine.ts';
import type { QueuedCommand, SyncResponse } from '../../../src/contract/sync.ts';
import { syncRequest } from '../../support/sync-reports.ts';

/** A machine by its side of the wire: what it reports at first and how it answers a command. */
export interface AnsweringMachine {
  readonly baseUrl: string;
  readonly token: string;
  readonly signal: AbortSignal;
  readonly report: MachineReport;
  readonly reply: (command: QueuedCommand) => Reply;
}

/** What a machine says of one command. */
export interface Reply {
  readonly result: unknown;
  readonly error: null | { readonly code: string; readonly message: string };
}

type Results = readonly (Reply & { readonly command: string })[];

const SYNC_SECONDS = 20;
const SHORT_MS = 200;

/** Reports itself, and answers commands until the signal; rejects where a sync is not taken. */
export async function answerCommands(
  machine: AnsweringMachine,
): Promise<{ readonly ended: Promise<void> }> {
  const { report, reply, signal } = machine;
  await syncOnce(machine, { wait_seconds: 0, report });
  async function loop(): Promise<void> {
    let results: Results = [];
    while (!signal.aborted) {
      const wait_seconds = results.length > 0 ? 0 : SYNC_SECONDS;
      const { commands } = await syncOnce(machine, { wait_seconds, results });
      results = commands.map((command) => ({ command: command.id, ...reply(command) }));
    }
  }
  const ended = loop().catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  return { ended };
}

async function syncOnce(machine: AnsweringMachine, members: object): Promise<SyncResponse> {
  const { baseUrl, signal, token } = machine;
  const answer = await fetch(`${baseUrl}/machine/v1/sync`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ ...syncRequest(Date.now()), ...members }),
    signal,
  });
  if (answer.status === 429) {
    await passing(SHORT_MS);
    return syncOnce(machine, members);
  }
  if (!answer.ok) throw new Error(`sync: ${answer.status} ${await answer.text()}`);
  return (await answer.json()) as SyncResponse;
}
