import type { FollowTarget } from '../../contract/pending-target.ts';
import { memberOf, textOf } from '../../contract/response-member.ts';
import { type OutputWatch, watchOutput } from '../../flow/live/watch-output.ts';
import { isUncollected } from '../../flow/pending.ts';
import { jobPicture, lastLines, type PicturedJob } from '../../render/live/job-picture.ts';
import { parseTime } from '../../render/time.ts';
import { createRedraw } from '../../terminal/person/redraw.ts';
import { hasColor } from '../../terminal/terminal.ts';
import { operationRun, type SendContext } from '../operation/send-context.ts';
import { NOT_ANSWERING } from '../service-client.ts';
import { watchForAway } from './away-watch.ts';
import type { FollowView } from './follow-view.ts';
import { lineView } from './line-view.ts';

const TICK_MS = 1_000;
const OUTPUT_LINES_MAX = 200;
/** What of an output may be on the screen. */
const OUTPUT_CHARS_MAX = 64 * 1024;
const GAP_LINE = '[some output is missing here]';
const TAKEN = 'somebody else looks at its stderr, stdout comes late';

/** A picture of the job on the terminal, drawn in place; a command that comes before it is a line. */
export function liveView(context: SendContext): FollowView {
  const { runtime } = context;
  const { client, clock, signal } = operationRun(context);
  const { promptStream } = runtime;
  const line = lineView(context);
  const redraw = createRedraw(promptStream);
  const colour = hasColor(runtime.stderr, runtime.environment, context.call.flags.color);
  let job: { readonly target: FollowTarget; record: unknown; output: OutputWatch } | undefined;
  let text = '';
  const wait = watchWait(context);
  let forgetTick: (() => void) | undefined;

  const draw = (): void => {
    if (job === undefined) return;
    const { columns: width, rows: height = 24 } = promptStream;
    const lines = lastLines(text, OUTPUT_LINES_MAX);
    const facts = factsOf(job.target.id, job.record, text === '' ? [] : lines);
    const step = wait.words(job.record) || (job.output.isTaken ? TAKEN : facts.step);
    redraw.draw(jobPicture({ ...facts, step }, { width, height, colour, now: clock.now() }));
  };
  const tick = (): void => {
    draw();
    forgetTick = clock.after(TICK_MS, tick);
  };
  const seen = (target: FollowTarget, record: unknown): void => {
    if (target.kind !== 'job') return;
    if (job?.target.id !== target.id) {
      const output = watchOutput({ client, clock, job: target.id, stream: 'stdout', signal });
      job = { target, record, output };
      text = '';
    }
    job.record = record;
    wait.see(record);
    const added = job.output.see(record);
    if (added !== undefined) {
      const gap = added.isGap ? `\n${GAP_LINE}\n` : '';
      text = `${text}${gap}${added.text}`.slice(-OUTPUT_CHARS_MAX);
    }
    if (forgetTick === undefined) void line.stop().then(startDrawing);
    else draw();
  };
  let stopped = false;
  const startDrawing = (): void => {
    if (stopped || forgetTick !== undefined) return;
    promptStream.on('resize', draw);
    tick();
  };

  return {
    looking: {
      seen,
      missed: () => (job === undefined ? line.looking.missed?.() : wait.missed()),
      observe(change) {
        if (change.target.kind !== 'job') line.looking.observe?.(change);
      },
    },
    async stop() {
      stopped = true;
      wait.stop();
      forgetTick?.();
      promptStream.off('resize', draw);
      await line.stop();
      if (forgetTick !== undefined) redraw.clear();
      forgetTick = undefined;
    },
    end: async () => false,
  };
}

/** What is waited for that the record of the job does not tell: its machine, or the service. */
function watchWait(context: SendContext) {
  let away = '';
  let unanswered = '';
  const watch = watchForAway(context, (words) => {
    away = words;
  });
  return {
    missed() {
      unanswered = NOT_ANSWERING;
    },
    see(record: unknown) {
      unanswered = '';
      watch.see(record);
    },
    stop: () => watch.stop(),
    words: (record: unknown) => unanswered || (isUncollected(record) ? away : ''),
  };
}

function factsOf(id: string, record: unknown, output: readonly string[]): PicturedJob {
  const progress = memberOf(record, 'progress');
  const percent = memberOf(progress, 'percent');
  const updates = memberOf(progress, 'recent_updates');
  return {
    id,
    title: textOf(record, 'title'),
    state: textOf(record, 'status') ?? textOf(record, 'state') ?? '',
    percent: typeof percent === 'number' ? percent : undefined,
    step: textOf(progress, 'step') ?? textOf(progress, 'message'),
    machine: textOf(record, 'machine_name') ?? textOf(record, 'machine'),
    startedAtMs: parseTime(textOf(record, 'started_at') ?? ''),
    updates: Array.isArray(updates)
      ? updates.map((update) => textOf(update, 'message') ?? '').filter((each) => each !== '')
      : [],
    output,
  };
}
