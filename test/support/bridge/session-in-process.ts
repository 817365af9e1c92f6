import { randomBytes } from 'node:crypto';
import { type Clock, systemClock } from '../../../src/base/time/clock.ts';
import type { QuestionsMode } from '../../../src/bridge/options.ts';
import { AssistantSession } from '../../../src/bridge/session/assistant-session.ts';
import { createInFlight } from '../../../src/bridge/session/in-flight.ts';
import { createRequestStates } from '../../../src/bridge/session/request-state.ts';
import { toolFilter } from '../../../src/bridge/tools/tool-filter.ts';
import type { Frame } from '../start-bridge.ts';
import { clockOfTest } from './clock-of-test.ts';
import { connectInProcess } from './in-process.ts';

export interface SessionInProcessOptions {
  readonly baseUrl: string;
  readonly key: string;
  readonly clock?: Clock;
  readonly deny?: readonly string[];
  readonly confirm?: 'auto' | 'always' | 'never';
  readonly questions?: QuestionsMode;
}

/** A bridge that is spoken to. */
export interface SpokenBridge {
  readonly frames: readonly Frame[];
  ask(method: string, params?: object): Promise<Frame>;
  notify(method: string, params?: object): void;
  /** Calls `listener` with each frame from now on. */
  onFrame(listener: (frame: Frame) => void): void;
  /** Answers a request of the bridge. */
  respond(id: unknown, result: object): void;
  /** The first frame that fits, also one that has come already. */
  frame(fits: (frame: Frame) => boolean): Promise<Frame>;
}

/** The bridge's session in this process, in front of a real server. */
export async function startSessionInProcess({
  baseUrl,
  clock = systemClock,
  confirm = 'auto',
  deny = [],
  key,
  questions = 'auto',
}: SessionInProcessOptions): Promise<SpokenBridge> {
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  const listeners: ((frame: Frame) => void)[] = [];
  const ready = () => Promise.resolve();
  const ending = clockOfTest(clock);
  const session = new AssistantSession({
    ...connectInProcess({ baseUrl, clock, key }),
    filter: await toolFilter({ readOnly: false, allow: [], deny }),
    clock: ending,
    maxWaitSeconds: 50,
    confirm,
    questions,
    inFlight: createInFlight(),
    states: createRequestStates(randomBytes),
    serverInfo: { name: 'fleet', title: 'Fleet', version: '0' },
    log: () => {},
    writer: {
      ready,
      backpressure: () => undefined,
      send(message) {
        const said = JSON.parse(JSON.stringify(message));
        frames.push(said);
        for (const listener of listeners) listener(said);
        for (const look of [...waiting]) look();
      },
    },
  });
  let last = 0;
  const receive = (message: object) =>
    session.receive(JSON.stringify({ jsonrpc: '2.0', ...message }));
  const frame = (fits: (frame: Frame) => boolean): Promise<Frame> =>
    new Promise((resolve) => {
      const look = (): void => {
        const found = frames.find(fits);
        if (found === undefined) return;
        waiting.delete(look);
        resolve(found);
      };
      waiting.add(look);
      look();
    });
  return {
    frames,
    frame,
    onFrame: (listener) => void listeners.push(listener),
    notify: (method, params = {}) => receive({ method, params }),
    respond: (id, result) => receive({ id, result }),
    ask(method, params = {}) {
      last += 1;
      const id = `ask-${last}`;
      receive({ id, method, params });
      return frame((each) => each.id === id && ('result' in each || 'error' in each));
    },
  };
}
