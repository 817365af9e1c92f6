import { kebab } from '../../base/text/kebab.ts';
import { specifiedName } from '../../contract/operation-class.ts';
import type { Tool } from '../../contract/tool.ts';

/** What lists and completion show of an operation, without its schema. */
export interface OperationSummary extends Pick<Tool, 'name' | 'class' | 'scope' | 'allowed'> {
  /** The first sentence of its description; '' without one. */
  readonly summary: string;
}

/** The operations of a catalogue. Each is read by itself, so one costs the same in a catalogue of any size. */
export interface Operations {
  readonly count: number;
  /**
   * The operation of that name, in snake_case or kebab-case. What is a name of the specification in any
   * spelling is the specification's own operation, where there is one.
   */
  find(name: string): Tool | undefined;
  /** Of every operation whose name in kebab-case begins like this. */
  summaries(beginning?: string): readonly OperationSummary[];
  all(): readonly Tool[];
}

/** Operations that are in memory. */
export function operationsOf(tools: readonly Tool[]): Operations {
  return {
    count: tools.length,
    find: (name) =>
      tools.find((tool) => tool.name === (specifiedName(name) ?? name)) ??
      tools.find((tool) => isCalled(tool, name)),
    summaries: (beginning = '') =>
      tools.filter(({ name }) => kebab(name).startsWith(beginning)).map(summaryOf),
    all: () => tools,
  };
}

/** Whether an operation has this name, in snake_case or kebab-case. */
export function isCalled(tool: Tool, name: string): boolean {
  return kebab(tool.name) === kebab(name);
}

const SUMMARY_CHARS_MAX = 500;

/** Takes an operation apart into what a list shows of it. */
export function summaryOf(tool: Tool): OperationSummary {
  const [sentence = ''] = (tool.description ?? '').split(/(?<=\.)\s/, 1);
  const summary =
    sentence.length > SUMMARY_CHARS_MAX ? `${sentence.slice(0, SUMMARY_CHARS_MAX)}…` : sentence;
  const { name, allowed, class: operationClass, scope } = tool;
  return {
    name,
    summary,
    ...(operationClass === undefined ? {} : { class: operationClass }),
    ...(scope === undefined ? {} : { scope }),
    ...(allowed === undefined ? {} : { allowed }),
  };
}
