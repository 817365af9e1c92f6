import { stringifyJson } from '../../base/json/lossless.ts';
import { membersOf } from '../../base/json/object.ts';
import { annotatedClass } from './tool-class.ts';

/** What a tool was described as: its class as the service says it, and hashes of the texts. */
export interface ToolDescription {
  readonly class: string;
  readonly description: string;
  readonly inputs: string;
  /** Of the title among its annotations; what was agreed to with an earlier version has none. */
  readonly title?: string;
  /** Of the schema of its output; the same. */
  readonly outputs?: string;
}

/** How a tool differs from what it was described as when it was agreed to. */
export interface ToolChange {
  /** Undefined where what was agreed to is lost, with the file that had it. */
  readonly before: ToolDescription | undefined;
  readonly lostIn?: string;
  readonly now: ToolDescription;
  /** The new title and description as text, where one of them has changed. */
  readonly text?: string;
  /** The new title among the annotations, where that has changed. */
  readonly title?: string;
}

const UNKNOWN_CLASS = 'unknown';

/** What a tool is described as now. */
export function describedAs(tool: unknown): ToolDescription {
  const { annotations, description, inputSchema, outputSchema, title } = membersOf(tool);
  const { title: shownTitle } = membersOf(annotations);
  return {
    class: annotatedClass(tool) ?? UNKNOWN_CLASS,
    description: hashOf([title, description]),
    inputs: hashOf(inputSchema),
    title: shownTitle === undefined ? '' : hashOf(shownTitle),
    outputs: outputSchema === undefined ? '' : hashOf(outputSchema),
  };
}

/** Whether nothing is missing, as it is in what an earlier version wrote. */
export function isWhole({ outputs, title }: ToolDescription): boolean {
  return title !== undefined && outputs !== undefined;
}

/** How `tool` differs from an earlier description; undefined where it does not. */
export function changeSince(before: ToolDescription, tool: unknown): ToolChange | undefined {
  const now = describedAs(tool);
  const isDescribedAnew = now.description !== before.description;
  const isNamedAnew = before.title !== undefined && now.title !== before.title;
  const { outputs = now.outputs } = before;
  const isSame =
    now.class === before.class && now.inputs === before.inputs && now.outputs === outputs;
  if (isSame && !isDescribedAnew && !isNamedAnew) return undefined;
  const { title } = membersOf(membersOf(tool)['annotations']);
  return {
    before,
    now,
    ...(isDescribedAnew ? { text: descriptionOf(tool) } : {}),
    ...(isNamedAnew ? { title: textOf(title) } : {}),
  };
}

/** For a tool of which `file` had what was agreed to, and has it no more: all of it counts as changed. */
export function lostChange(file: string, tool: unknown): ToolChange {
  return { before: undefined, lostIn: file, now: describedAs(tool), text: descriptionOf(tool) };
}

/** What `description` is the hash of, as a person reads it. */
function descriptionOf(tool: unknown): string {
  const { description, title } = membersOf(tool);
  return [title, description].map(textOf).filter(Boolean).join(': ');
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function hashOf(value: unknown): string {
  return process
    .getBuiltinModule('node:crypto')
    .createHash('sha256')
    .update(stringifyJson(value ?? null))
    .digest('base64url');
}
