import { onTestFinished } from 'vitest';
import type { CommandError } from '../../src/contract/record/command.ts';
import type { JobReport } from '../../src/contract/record/job.ts';
import type { MachineReport } from '../../src/contract/record/machine.ts';
import type { QueuedCommand, SyncRequest, SyncResponse } from '../../src/contract/sync.ts';
import { machineReport } from './sync-reports.ts';

/** What the script says to a command: a result, an error, changed jobs, or nothing yet. */
export interface ScriptedReply {
  readonly result?: unknown;
  readonly error?: CommandError;
  readonly jobs?: readonly JobReport[];
  /** Leaves the command unfinished: the machine holds it. */
  readonly hold?: boolean;
}

export interface ScriptedMachine {
  /** Commands in the order in which they came. */
  readonly received: readonly QueuedCommand[];
  /** The bytes of the server's latest answer that had commands. */
  readonly receivedText: string;
  /** One sync with these additions; gives what the server said. */
  sync(additions?: Partial<SyncRequest>): Promise<SyncResponse>;
  /** Syncs and answers commands until the test ends. */
  start(): void;
}

export interface Script {
  readonly baseUrl: string;
  readonly token: string;
  readonly report?: Partial<MachineReport>;
  readonly reply?: (command: QueuedCommand) => ScriptedReply;
}

/** Nothing for a 503, after which a machine syncs again: a slow database is no fault of a test's. */
function unavailable(error: Error): void {
  if ((error.cause as { status?: number } | undefined)?.status !== 503) throw error;
}

/** A machine that speaks the wire and does what the test's script says; it runs nothing. */
export function scriptMachine({ baseUrl, token, report, reply }: Script): ScriptedMachine {
  const received: QueuedCommand[] = [];
  let receivedText = '';
  let ended = false;

  async function sync(additions: Partial<SyncRequest> = {}): Promise<SyncResponse> {
    const body: SyncRequest = {
      sent_at: '2026-10-01T12:00:00.000Z',
      wait_seconds: 0,
      report: machineReport(report),
      jobs: [],
      holding: [],
      results: [],
      events_waiting: 0,
      ...additions,
    };
    const answer = await fetch(`${baseUrl}/machine/v1/sync`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      const cause = { status: answer.status };
      throw new Error(`sync: ${answer.status} ${await answer.text()}`, { cause });
    }
    const text = await answer.text();
    const response = JSON.parse(text) as SyncResponse;
    if (response.commands.length > 0) receivedText = text;
    return response;
  }

  async function loop(): Promise<void> {
    const holding = new Set<string>();
    let additions: Partial<SyncRequest> = {};
    while (!ended) {
      const request = { ...additions, holding: [...holding], wait_seconds: 5 };
      const answer = await sync(request).catch(unavailable);
      if (answer === undefined) continue;
      additions = { results: [], jobs: [] };
      for (const command of answer.commands) {
        received.push(command);
        const { result = null, error = null, jobs = [], hold } = reply?.(command) ?? {};
        if (hold) holding.add(command.id);
        const results = hold ? [] : [{ command: command.id, result, error }];
        additions = {
          results: [...(additions.results ?? []), ...results],
          jobs: [...(additions.jobs ?? []), ...jobs],
        };
      }
    }
  }

  return {
    received,
    get receivedText() {
      return receivedText;
    },
    sync,
    start() {
      // The server ends the held sync when it stops. After an abort, fetch would connect once more, and
      // the server would wait for what comes on that connection.
      onTestFinished(() => {
        ended = true;
      });
      loop().catch((error: unknown) => {
        if (!ended) throw error;
      });
    },
  };
}
