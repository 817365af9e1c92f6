import type { JobReport } from '../../../src/contract/record/job.ts';
import type {
  CommandResult,
  QueuedCommand,
  SyncRequest,
  SyncResponse,
} from '../../../src/contract/sync.ts';
import { syncRequest } from '../../support/sync-reports.ts';
import { pause } from './proof.ts';
import { send } from './send.ts';
import { syncOf } from './tenant.ts';

export interface MachineReply {
  readonly result: CommandResult;
  readonly job?: JobReport;
}

export interface PullingMachine {
  /** How often each command was run. */
  readonly ran: ReadonlyMap<string, number>;
  /** Commands that came once more although an answered sync had named them. */
  readonly again: readonly string[];
  /** Ends its loop once the running sync is answered. */
  stop(): Promise<void>;
}

export interface MachineScript {
  readonly token: string;
  /** The server to sync with next. */
  readonly server: () => string;
  readonly reply?: (command: QueuedCommand) => MachineReply | undefined;
  readonly waitSeconds?: number;
}

/** Syncs with one server or another, runs each command once and repeats its results until a sync is answered. */
export function startPullingMachine(script: MachineScript): PullingMachine {
  const { reply = succeed, server, token, waitSeconds = 1 } = script;
  const ran = new Map<string, number>();
  const named = new Set<string>();
  const again: string[] = [];
  const holding: string[] = [];
  let unsent: MachineReply[] = [];
  let stopped = false;

  function take(command: QueuedCommand): void {
    if (named.has(command.id)) again.push(command.id);
    const isKnown = holding.includes(command.id) || ran.has(command.id);
    if (isKnown) return;
    const replied = reply(command);
    if (replied === undefined) holding.push(command.id);
    else unsent.push(replied);
    ran.set(command.id, (ran.get(command.id) ?? 0) + 1);
  }

  async function sync(): Promise<void> {
    const telling = unsent;
    const held = holding;
    const body: SyncRequest = {
      ...syncRequest(Date.now()),
      wait_seconds: waitSeconds,
      holding: held,
      results: telling.map(({ result }) => result),
      jobs: telling.flatMap(({ job }) => job ?? []),
    };
    const answer = await send(server(), { ...syncOf(token), body });
    if (answer?.status !== 200) return pause(20);
    unsent = unsent.slice(telling.length);
    for (const id of [...held, ...telling.map(({ result }) => result.command)]) named.add(id);
    for (const command of (answer.body as SyncResponse).commands) take(command);
  }

  const loop = (async () => {
    while (!stopped || unsent.length > 0) await sync();
  })();
  return {
    ran,
    again,
    async stop() {
      stopped = true;
      await loop;
    },
  };
}

function succeed({ id }: QueuedCommand): MachineReply {
  return { result: { command: id, result: { pong: true }, error: null } };
}
