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
  const never = () => () => {};
  const port: ConnectedMcpSessionPort = {
    endpointId: 'fleet',
    taskCapabilities: { generation: 'v2', capabilities: {} },
    invalidated: false,
    onServerRequest: never,
    onNotification: never,
    onInvalidated: never,
    async dispatch(request) {
      const { method, params } = request as { method: string; params?: object };
      const _meta = modernMeta(TASKS_AND_FORMS);
      const { error, result } = await bridge.ask(method, { ...params, _meta });
      if (error !== undefined) return { kind: 'error', error };
      const isTask = typeof result.taskId === 'string';
      return { kind: 'result', result: isTask ? { ...result, pollIntervalMs: 50 } : result };
    },
  };
  return withTasks(port, onInputRequest === undefined ? {} : { onInputRequest });
}
