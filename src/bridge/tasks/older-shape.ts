import { isObject, type JsonObject, membersOf } from '../../base/json/object.ts';
import { shownTask } from './shown-task.ts';
import type { TaskEntry } from './task-entry.ts';

/** The protocol version whose experimental tasks these are (2025-11-25, "Tasks"). */
const VERSION = '2025-11-25';

/** What a server says that has tasks of calls, and no list of them. */
export const OLDER_CAPABILITY = { cancel: {}, requests: { tools: { call: {} } } };

const RELATED = 'io.modelcontextprotocol/related-task';

/**
 * Whether an assistant is offered tasks of this generation: one that has some of its own. The version
 * wants no word of a client that only begins them, but one that says nothing is to see nothing new.
 */
export function knowsOlderTasks(version: string | undefined, capabilities: unknown): boolean {
  return version === VERSION && isObject(membersOf(capabilities)['tasks']);
}

/** A tool with the mark that it may be called as a task, where its result can be on its way. */
export function withTaskSupport(tool: unknown): unknown {
  const { inputSchema, name } = membersOf(tool);
  const waits = membersOf(membersOf(inputSchema)['properties'])['wait_seconds'] !== undefined;
  if (!waits && !PENDING_WITHOUT_WAIT.has(String(name))) return tool;
  return { ...membersOf(tool), execution: { taskSupport: 'optional' } };
}

/** They begin work and do not wait for it. */
const PENDING_WITHOUT_WAIT: ReadonlySet<string> = new Set(['replay_job', 'cancel_job']);

/** A task as this generation has it: a failed tool is a failed task, and no result or question is in it. */
export function olderTask(entry: TaskEntry, pollInterval: number): JsonObject {
  const shown = shownTask(entry, { canAsk: true, pollIntervalMs: pollInterval });
  const { inputRequests: _, pollIntervalMs, result, status, ttlMs, ...others } = shown;
  const isFailed = result?.['isError'] === true;
  return {
    ...others,
    status: isFailed ? 'failed' : status,
    ttl: ttlMs,
    pollInterval: pollIntervalMs,
  };
}

/** Parameters or a result with the task that they belong to. */
export function relatedTo(entry: TaskEntry, about: JsonObject): JsonObject {
  const { resultType: _, ...others } = about;
  const related = { [RELATED]: { taskId: entry.taskId } };
  return { ...others, _meta: { ...membersOf(about['_meta']), ...related } };
}
