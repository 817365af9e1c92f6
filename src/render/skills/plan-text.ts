import { cyan, green, red, yellow } from '../colour.ts';
import { sanitiseLine } from '../sanitise.ts';
import { wrapWords } from '../views/wrap-words.ts';
import { countLines } from './diff-text.ts';

/** One change of a plan, with both texts where they can be read. */
export interface PlannedChange {
  readonly kind: 'create' | 'update' | 'delete';
  readonly skill: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** Said beside it; may come from a machine. */
  readonly note?: string | undefined;
}

/** What is to be done at one place, a machine or a folder. */
export interface PlacePlan {
  readonly name: string;
  readonly changes: readonly PlannedChange[];
  /** What is left as it is, and why. */
  readonly left: readonly { readonly skill: string; readonly why: string }[];
  readonly same: number;
}

/** How a change is marked and coloured wherever skills are compared. */
const MARKS = {
  create: { mark: '+', tone: green },
  update: { mark: '~', tone: yellow },
  delete: { mark: '-', tone: red },
} as const;

interface PlanOptions {
  readonly colour: boolean;
  /** Columns of the terminal. */
  readonly width: number;
}

/** A plan in lines: places with the same plan together, each change with its mark. */
export function planText(plans: readonly PlacePlan[], options: PlanOptions): string {
  const { colour, width } = options;
  const groups = new Map<string, string[]>();
  for (const plan of plans) {
    const body = bodyOf(plan, options);
    groups.set(body, [...(groups.get(body) ?? []), sanitiseLine(plan.name)]);
  }
  const blocks = [...groups].map(([body, names]) => {
    const head = wrapWords(names.join(', '), width);
    return `${head.map((line) => `${cyan(line, colour)}\n`).join('')}${body}`;
  });
  return blocks.join('\n');
}

function bodyOf({ changes, left, same }: PlacePlan, { colour, width }: PlanOptions): string {
  const rows = [
    ...changes.map((change) => ({ skill: change.skill, change, why: sizeOf(change) })),
    ...left.map((each) => ({ ...each, change: undefined })),
  ].sort((one, other) => (one.skill < other.skill ? -1 : 1));
  const nameWidth = Math.max(0, ...rows.map(({ skill }) => sanitiseLine(skill).length));
  const indent = ' '.repeat(nameWidth + 6);
  const lines = rows.flatMap(({ change, skill, why }) => {
    const name = sanitiseLine(skill).padEnd(nameWidth);
    const { mark, tone } = change === undefined ? LEFT : MARKS[change.kind];
    const [first = '', ...others] = wrapWords(
      sanitiseLine(why),
      Math.max(20, width - indent.length),
    );
    const head = `  ${tone(`${mark} ${name}`, colour)}  ${first}`.trimEnd();
    return [head, ...others.map((line) => `${indent}${line}`)];
  });
  const alike =
    same === 0 ? [] : [`  ${same === 1 ? '1 skill is' : `${same} skills are`} the same`];
  const all = [...lines, ...alike];
  return `${(all.length === 0 ? ['  no skills'] : all).join('\n')}\n`;
}

const LEFT = { mark: ' ', tone: (text: string) => text };

function sizeOf({ after, before, kind, note }: PlannedChange): string {
  const { added, removed } = countLines({ before, after });
  const size =
    kind === 'update' && before !== undefined
      ? `${added} ${added === 1 ? 'line' : 'lines'} added, ${removed} removed`
      : lines(kind === 'delete' ? removed : added);
  return note === undefined ? size : `${size}; ${note}`;
}

function lines(count: number): string {
  return count === 0 ? '' : count === 1 ? '1 line' : `${count} lines`;
}
