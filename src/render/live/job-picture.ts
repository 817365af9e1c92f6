import { bold } from '../colour.ts';
import { sanitiseLine } from '../sanitise.ts';
import { cutText } from '../text-width.ts';

/** What is shown of a followed job; texts come from the service and are sanitised here. */
export interface PicturedJob {
  readonly id: string;
  readonly title: string | undefined;
  readonly state: string;
  readonly percent: number | undefined;
  readonly step: string | undefined;
  readonly machine: string | undefined;
  /** When it began, in milliseconds since the epoch. */
  readonly startedAtMs: number | undefined;
  /** Newest last. */
  readonly updates: readonly string[];
  /** Lines of its output, newest last. */
  readonly output: readonly string[];
}

interface PictureOptions {
  readonly width: number;
  /** Lines of the terminal. */
  readonly height: number;
  readonly colour: boolean;
  readonly now: number;
}

const UPDATES_MAX = 3;
/** The line that the cursor stands on, and one that shows the command above. */
const LINES_LEFT = 2;

/**
 * A followed job as lines that fit the terminal: its title, where it is, its latest updates, and the
 * end of its output in what is left of the height.
 */
export function jobPicture(job: PicturedJob, options: PictureOptions): readonly string[] {
  const { colour, height } = options;
  const cut = (text: string) => cutText(sanitiseLine(text), Math.max(1, options.width - 1));
  const updates = job.updates.slice(-UPDATES_MAX).map((update) => cut(`  ${update}`));
  const head = [
    bold(cut(job.title ?? job.id), colour),
    cut(whereItIs(job, options.now)),
    ...updates,
  ].slice(0, Math.max(2, height - LINES_LEFT));
  const room = Math.max(0, height - LINES_LEFT - head.length - 1);
  const output = room === 0 ? [] : job.output.slice(-room).map((line) => cut(`| ${line}`));
  return output.length === 0 ? head : [...head, '', ...output];
}

const ENDED: ReadonlySet<string> = new Set([
  'succeeded',
  'done',
  'failed',
  'cancelled',
  'timed_out',
]);

function whereItIs(
  { machine, percent, startedAtMs, state, step }: PicturedJob,
  now: number,
): string {
  // What it did last says nothing any more.
  const hasEnded = ENDED.has(state);
  const parts = [
    state.replaceAll('_', ' '),
    percent === undefined || hasEnded ? undefined : `${Math.round(percent)}%`,
    hasEnded ? undefined : step,
    machine,
    startedAtMs === undefined ? undefined : elapsed(now - startedAtMs),
  ];
  return parts.filter((part) => part !== undefined && part !== '').join(' · ');
}

function elapsed(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return `${seconds}s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60
    ? `${minutes}m ${seconds % 60}s`
    : `${Math.floor(minutes / 60)}h ${minutes % 60}m`;
}

/** The last `max` lines of an output; of a line that was written over, what stands there at last. */
export function lastLines(text: string, max: number): readonly string[] {
  const lines = text.replace(/\n$/, '').split('\n').slice(-max);
  return lines.map((line) => line.replace(/\r$/, '').replace(/^.*\r/s, ''));
}
