import { stringifyJson } from '../../base/json/lossless.ts';
import { membersOf } from '../../base/json/object.ts';
import { annotatedClass } from './tool-class.ts';

/** What a tool was described as: its class as the service says it, and hashes of the texts. */
export interface ToolDescription {
  readonly class: string;
  readonly description: string;
  readonly inputs: string;
}

/** How a tool differs from what it was described as when it was agreed to. */
export interface ToolChange {
  readonly before: ToolDescription;
  readonly now: ToolDescription;
  /** The new description as text, where that has changed. */
  readonly text?: string;
}

const UNKNOWN_CLASS = 'unknown';

/** What a tool is described as now. */
export function describedAs(tool: unknown): ToolDescription {
  const { description, inputSchema, title } = membersOf(tool);
  return {
    class: annotatedClass(tool) ?? UNKNOWN_CLASS,
    description: hashOf([title, description]),
    inputs: hashOf(inputSchema),
  };
}

/** How `tool` differs from an earlier description; undefined where it does not. */
export function changeSince(before: ToolDescription, tool: unknown): ToolChange | undefined {
  const now = describedAs(tool);
  if (now.class === before.class && now.inputs === before.inputs) {
    if (now.description === before.description) return undefined;
  }
  if (now.description === before.description) return { before, now };
  const { description } = membersOf(tool);
  return { before, now, text: typeof description === 'string' ? description : '' };
}

function hashOf(value: unknown): string {
  return process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(stringifyJson(value ?? null))
    .digest('base64url');
}
