import {
  type ApplicationInputHandler,
  type ConnectedMcpSessionPort,
  withTasks,
} from '@modelcontextprotocol/ext-tasks/client';
import { modernMeta } from '../start-bridge.ts';
import type { SpokenBridge } from './session-in-process.ts';

export const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
export const TASKS_AND_FORMS = { ...TASKS, elicitation: { form: {} } };

type Asking = Pick<SpokenBridge, 'ask'>;
type Handler = ApplicationInputHandler<void>['handle'];

/** A person who fills every form in so. */
export function answersWith(content: Readonly<Record<string, string>>): Handler {
  return (async () => ({ action: 'accept', content })) as unknown as Handler;
}

/** The official client of the Tasks extension on a bridge; it asks more often than it is told to. */
export function taskClient(bridge: Asking, onInputRequest?: Handler) {
  const _meta = modernMeta(TASKS_AND_FORMS);
  const ask: AskTask = (method, params) => bridge.ask(method, { ...params, _meta });
  return taskClientOf('fleet', ask, onInputRequest);
}

type AskTask = (
  method: string,
  params?: object,
) => Promise<Pick<Awaited<ReturnType<SpokenBridge['ask']>>, 'error' | 'result'>>;

/** The official client of the Tasks extension, whose requests `ask` sends. */
export function taskClientOf(endpointId: string, ask: AskTask, onInputRequest?: Handler) {
  const never = () => () => {};
  const port: ConnectedMcpSessionPort = {
    endpointId,
    taskCapabilities: { generation: 'v2', capabilities: {} },
    invalidated: false,
    onServerRequest: never,
    onNotification: never,
    onInvalidated: never,
    async dispatch(request) {
      const { method, params } = request as { method: string; params?: object };
      const { error, result } = await ask(method, params);
      if (error !== undefined) return { kind: 'error', error };
      const isTask = typeof result.taskId === 'string';
      return { kind: 'result', result: isTask ? { ...result, pollIntervalMs: 50 } : result };
    },
  };
  return withTasks(port, onInputRequest === undefined ? {} : { onInputRequest });
}

/** The capabilities of an assistant of 2025-11-25 that has tasks of its own, as VS Code has them. */
export const OLDER_TASKS = {
  elicitation: {},
  tasks: { cancel: {}, requests: { elicitation: { create: {} } } },
};

/** The official client of the experimental tasks of 2025-11-25, after its handshake with a bridge. */
export async function olderTaskClient(bridge: SpokenBridge, onInputRequest?: Handler) {
  const handshake = { protocolVersion: '2025-11-25', capabilities: OLDER_TASKS };
  const { result: initialized } = await bridge.ask('initialize', handshake);
  const port: ConnectedMcpSessionPort = {
    endpointId: 'fleet',
    taskCapabilities: { generation: 'v1', capabilities: initialized.capabilities.tasks },
    invalidated: false,
    onInvalidated: () => () => {},
    onServerRequest(handle) {
      bridge.onFrame(async (request) => {
        if (request.method !== 'elicitation/create') return;
        const response = await handle({ request, requestContext: undefined });
        if (response?.kind === 'result') bridge.respond(request.id, response.result as object);
      });
      return () => {};
    },
    onNotification(listener) {
      bridge.onFrame((frame) => {
        if (frame.id === undefined) listener({ jsonrpc: '2.0', ...frame });
      });
      return () => {};
    },
    async dispatch(request) {
      const { method, params } = request as { method: string; params?: object };
      const { error, result } = await bridge.ask(method, params);
      if (error !== undefined) return { kind: 'error', error };
      if ('pollInterval' in result) result.pollInterval = 50;
      if (result.task !== undefined) result.task.pollInterval = 50;
      return { kind: 'result', result };
    },
  };
  return withTasks(port, onInputRequest === undefined ? {} : { onInputRequest });
}
