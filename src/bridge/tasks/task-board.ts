import { stringifyJson } from '../../base/json/lossless.ts';
import type { JsonObject } from '../../base/json/object.ts';
import type { Clock } from '../../base/time/clock.ts';
import { outcomeOfJob } from '../../contract/outcome.ts';
import { LOOK_EVERY_MS, pollIntervalMs } from '../../contract/task/poll-interval.ts';
import type { TaskName } from '../../contract/task/task-id.ts';
import { firstState } from '../../contract/task/task-of-result.ts';
import {
  changedAt,
  type JobTaskOptions,
  jobTaskState,
  type TaskState,
} from '../../contract/task/task-record.ts';
import type { CallContext, ToolResult } from '../tools/tool-call.ts';
import { canBeHosted, hostedState, lookAtHosted } from './hosted-task.ts';
import { createJobSweep, type JobSweep } from './job-sweep.ts';
import { createKeptTasks, isDropped, isWhole } from './kept-tasks.ts';
import { type Look, lookAtPage, lookUp } from './look-up.ts';
import { isOnPages, nextLook, pauseMs } from './next-look.ts';
import { type Learned, stateOf } from './seen-state.ts';
import { isEnded, newEntry, type TaskEntry } from './task-entry.ts';
import type { TaskIds } from './task-ids.ts';
import { createUnknownTasks, type UnknownTasks } from './unknown-tasks.ts';

interface TaskBoardOptions extends Pick<CallContext, 'hosted' | 'tools' | 'maxWaitSeconds'> {
  readonly clock: Clock;
  readonly ids: TaskIds;
  readonly canFollow: (kind: TaskName['kind']) => boolean;
  readonly stateOptions: (entry: TaskEntry) => JobTaskOptions;
}

/** How long after the last question about a task it is still looked at. */
const WATCHED_MS = 60_000;
const COMMANDS_HELD = 4;
const HOLD_SECONDS = 20;

/**
 * What this process knows of tasks, and the looking: two requests a second at most, shared in turn
 * among the tasks that somebody asks about or listens to.
 */
export class TaskBoard {
  readonly #options: TaskBoardOptions;
  readonly #kept = createKeptTasks();
  readonly #unknown: UnknownTasks;
  readonly #sweep: JobSweep = createJobSweep();
  #stopTimer: (() => void) | undefined;
  #turnAtMs = Number.NEGATIVE_INFINITY;
  #detailsInARow = 0;
  #intervalMs = 0;

  constructor(options: TaskBoardOptions) {
    this.#options = options;
    this.#unknown = createUnknownTasks(options.ids, options.clock);
  }

  /** The task of an id, which counts as asked about now; undefined for an id not of this key, or denied. */
  async find(taskId: unknown): Promise<TaskEntry | undefined> {
    const { canFollow, clock, ids } = this.#options;
    if (!canBeHosted(taskId)) return undefined;
    const found = await ids.parse(taskId);
    const entry =
      this.#kept.get(taskId) ??
      (found === undefined
        ? await this.#unknown.find(taskId, (each) => this.look(each))
        : newEntry({ taskId, ...found }, clock.now()));
    if (!entry || entry.isGone || !(canFollow(entry.name.kind) || isWhole(entry))) return undefined;
    if (this.#kept.get(taskId) === undefined) this.#kept.keep(entry);
    entry.wantedAtMs = clock.now();
    this.#schedule();
    return entry;
  }

  /** A new task, as given or as the result tells of it that is still on its way. Throws `Failure` without a key. */
  async add(name: TaskName, result: ToolResult, state?: TaskState): Promise<TaskEntry> {
    const { clock, ids, stateOptions } = this.#options;
    const { mac, taskId } = await ids.print(name);
    const entry = this.#kept.keep(newEntry({ taskId, name, mac }, clock.now()));
    entry.state = state ?? firstState(name, result, stateOptions(entry));
    entry.lookedAtMs = clock.now();
    this.#schedule();
    return entry;
  }

  /** A task that the service's endpoint has made, as its handle says. Throws `Failure` without a key. */
  async addHosted(handle: JsonObject & { readonly taskId: string }): Promise<TaskEntry> {
    const entry = this.#kept.keep(await this.#unknown.entry(handle.taskId));
    entry.state = hostedState(handle, { ...this.stateOptions(entry), job: entry.name.id });
    entry.lookedAtMs = entry.wantedAtMs;
    this.#schedule();
    return entry;
  }

  /** Calls `listener` on each change of what is shown of a task, which is looked at meanwhile. */
  listen(entry: TaskEntry, listener: () => void, signal: AbortSignal): void {
    if (signal.aborted) return;
    entry.listeners.add(listener);
    signal.addEventListener('abort', () => entry.listeners.delete(listener), { once: true });
    this.#schedule();
  }

  /** What the state of a task depends on beside what was seen. */
  stateOptions(entry: TaskEntry): JobTaskOptions {
    return this.#options.stateOptions(entry);
  }

  /** What is known, at once; a task that nothing is known of is looked up before, where the turn is free. */
  async known(entry: TaskEntry): Promise<TaskState | undefined> {
    const isFree = this.#turnAtMs <= this.#options.clock.now() && !entry.isLooking;
    if (isDropped(entry) || (entry.state === undefined && isFree)) await this.look(entry);
    return entry.state;
  }

  /** Looks at one task now; the next turn comes after it. */
  async look(entry: TaskEntry, waitSeconds = 0): Promise<Look> {
    const { clock } = this.#options;
    this.#takeTurn();
    entry.isLooking = true;
    const asked = entry.isHosted
      ? lookAtHosted(this.#options, entry.taskId, this.stateOptions(entry).canAnswer)
      : lookUp(this.#options, entry.name, waitSeconds);
    const look = await asked.finally(() => {
      entry.isLooking = false;
      // Also one of which nothing was learned waits for its next turn; the newest result is kept.
      entry.lookedAtMs = clock.now();
    });
    const isBack = entry.isAway && look.kind !== 'away';
    entry.isAway = look.kind === 'away';
    if (look.kind === 'away') this.#pause(look.retryAfterMs);
    else this.#take(entry, look);
    if (isBack) this.changed(entry);
    this.#schedule();
    return look;
  }

  /** Shows a change that came from here. */
  changed(entry: TaskEntry): void {
    for (const listener of [...entry.listeners]) listener();
    this.#schedule();
  }

  /** How often news of a task can come, by all that are looked at now. */
  get pollIntervalMs(): number {
    const watched = this.#watched();
    const onPages = watched.filter(isOnPages).length;
    const byPages = onPages > 1 ? Math.min(onPages, this.#sweep.pages) : onPages;
    this.#intervalMs = pollIntervalMs(watched.length - onPages + byPages);
    return this.#intervalMs;
  }

  /** A client that is told to ask seldom still counts as one that asks. */
  #watched(): readonly TaskEntry[] {
    const watchedMs = Math.max(WATCHED_MS, 3 * this.#intervalMs);
    return this.#kept.watchedSince(this.#options.clock.now() - watchedMs);
  }

  #schedule(): void {
    const { clock } = this.#options;
    this.#kept.dropResults();
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    const now = clock.now();
    const last = { detailsInARow: this.#detailsInARow, now };
    const next = nextLook(this.#watched(), this.#sweep, last);
    if (next === undefined) return;
    const delayMs = Math.max(0, next.atMs - now, this.#turnAtMs - now);
    const look = () => (next.kind === 'page' ? this.#lookAtPage() : this.#lookAtOne(next.entry));
    this.#stopTimer = clock.after(delayMs, () => void look().catch(() => this.#goOn()));
  }

  /** Nobody waits for a look of the timer: one that failed by a mistake in here is made again later. */
  #goOn(): void {
    this.#sweep.fail();
    this.#pause(0);
    this.#schedule();
  }

  async #lookAtOne(entry: TaskEntry): Promise<void> {
    const held = this.#watched().filter(({ name }) => name.kind === 'command').length;
    const isHeld = entry.name.kind === 'command' && held <= COMMANDS_HELD;
    this.#detailsInARow = entry.needsDetail ? this.#detailsInARow + 1 : 0;
    const holdSeconds = Math.min(HOLD_SECONDS, this.#options.maxWaitSeconds);
    const looking = this.look(entry, isHeld ? holdSeconds : 0);
    this.#schedule();
    await looking;
  }

  /** Puts the next turn off, by as many as were taken at once where that was before their time. */
  #takeTurn(): void {
    this.#turnAtMs = Math.max(this.#turnAtMs, this.#options.clock.now()) + LOOK_EVERY_MS;
  }

  async #lookAtPage(): Promise<void> {
    this.#takeTurn();
    this.#detailsInARow = 0;
    const watched = this.#watched();
    this.#sweep.begin(watched);
    this.#schedule();
    const page = await lookAtPage(this.#options, this.#sweep.cursor);
    if ('jobs' in page) {
      for (const [entry, job] of this.#sweep.take(page, watched)) {
        entry.lookedAtMs = this.#options.clock.now();
        this.#takeSummary(entry, job);
      }
    } else {
      this.#sweep.fail();
      this.#pause(page.kind === 'away' ? page.retryAfterMs : 0);
      // Where there are no pages for this key, each job is looked up itself.
      if (page.kind !== 'away') for (const entry of watched) entry.isOffPage = true;
    }
    this.#schedule();
  }

  /** A row of a list has all that a job on its way has to say, and not what it ended with or asks. */
  #takeSummary(entry: TaskEntry, job: unknown): void {
    if (isEnded(entry) || entry.isLooking) return;
    if (outcomeOfJob(job) !== 'still_pending') {
      entry.needsDetail =
        entry.isAway || changedAt(job) !== entry.changedAt || entry.state?.status === 'working';
      return;
    }
    this.#show(entry, jobTaskState(job, {}, this.#options.stateOptions(entry)), job);
  }

  #take(entry: TaskEntry, look: Learned): void {
    entry.needsDetail = false;
    if (look.kind === 'gone') {
      entry.isGone = true;
      this.changed(entry);
      return;
    }
    const state = stateOf(entry, look, this.#options.stateOptions(entry));
    this.#show(entry, state, look.kind === 'seen' ? look.record : undefined);
  }

  #show(entry: TaskEntry, state: TaskState, record: unknown): void {
    // What was said of the last answer is over where a question is open again.
    const asksAgain = state.status === 'input_required' && entry.state?.status !== 'input_required';
    const isNew = stringifyJson(state) !== stringifyJson(entry.state);
    const at =
      changedAt(record) ?? new Date(isNew ? entry.lookedAtMs : entry.changedAt).toISOString();
    const isLater = at !== entry.changedAt;
    if (asksAgain || isLater) entry.note = undefined;
    [entry.state, entry.changedAt] = [state, at];
    if (isNew || isLater) this.changed(entry);
  }

  #pause(retryAfterMs: number): void {
    this.#turnAtMs = this.#options.clock.now() + pauseMs(retryAfterMs);
  }
}
