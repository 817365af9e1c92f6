import type { Clock } from '../../base/time/clock.ts';
import type { JobAnswer } from '../../contract/record/job.ts';
import type { Host } from '../host.ts';
import { MachineError } from '../machine-error.ts';
import type { Scrub } from '../secrets/scrub.ts';
import { applyEvent } from './apply-event.ts';
import type { Job } from './job.ts';
import type { JobEvent } from './job-event.ts';
import { hasEnded } from './job-state.ts';
import type { JobStore } from './job-store.ts';
import { eventFile, jobId, type NewJobRequest, newJob } from './new-job.ts';
import type { RunSegment } from './run-segment.ts';

interface JobSchedulerOptions {
  readonly store: JobStore;
  readonly clock: Clock;
  readonly host: Host;
  /** How many jobs may run at the same time; read before each start. */
  readonly maxRunning: () => Promise<number>;
  readonly scrub: () => Promise<Scrub>;
  readonly runSegment: RunSegment;
}

interface Running {
  readonly abort: AbortController;
  readonly ended: Promise<void>;
}

/** Queues, runs, cancels and resumes jobs. */
export class JobScheduler {
  readonly #options: JobSchedulerOptions;
  readonly #running = new Map<string, Running>();
  /** How many callers of `pause` have not called `resume` yet: a restart and a stop may overlap. */
  #pauses = 0;

  constructor(options: JobSchedulerOptions) {
    this.#options = options;
  }

  /** Queues a new job; it is on disk when this resolves. */
  async start(request: NewJobRequest): Promise<Job> {
    const { host, scrub, store } = this.#options;
    const at = this.#time();
    const id = jobId(at, host.token());
    const job = newJob(request, { id, at, scrub: await scrub() });
    const files = store.files(id);
    try {
      await this.#writeJob(job, request);
    } catch (error) {
      await files.remove().catch(() => undefined);
      throw error;
    }
    this.startQueued();
    return job;
  }

  /** Writes the files of a new job, `job.json` last: without it a folder is no job. */
  async #writeJob(job: Job, request: NewJobRequest): Promise<void> {
    const { store } = this.#options;
    const files = store.files(job.report.machine_job_id);
    await files.create();
    if (request.body !== undefined) await files.write('payload', request.body);
    else if (request.payload !== undefined) {
      await files.write('payload', JSON.stringify(request.payload));
    }
    if (request.skillFile !== undefined) await files.write('SKILL.md', request.skillFile);
    await files.write('event', eventFile(request, job));
    await store.add(job);
  }

  /**
   * Gives a person's answer to a job. A waiting job continues with it; a job that ended with a
   * question resumes its session, or only records the answer where `resume` is false. Throws
   * `MachineError` `not_waiting` where the job has no open question.
   */
  async answer(id: string, answer: Omit<JobAnswer, 'at'>, resume: boolean): Promise<AnswerResult> {
    const { report, session } = this.#find(id);
    const given = { ...answer, at: this.#time() };
    const isWaiting = report.status === 'waiting';
    const kind = isWaiting ? 'answer' : resume ? 'resume' : 'record_answer';
    const answerText = [...answer.options, answer.text].join('\n');
    const next = applyEvent(report, { kind, answer: given }, given.at);
    if (next === undefined) {
      throw new MachineError(
        'not_waiting',
        `job ${id} is ${report.status} and has no open question`,
      );
    }
    const { store } = this.#options;
    const before = this.#find(id);
    const answered = {
      ...before,
      report: next,
      session: { ...session, answer: answerText },
      reported: false,
    };
    store.put(answered);
    await store.saved(id).catch((error: unknown) => {
      // Told as failed, it must not be given all the same once the disk has room.
      if (store.get(id) === answered) store.put({ ...before, reported: false });
      throw error;
    });
    if (kind === 'record_answer') await store.scrubFiles(id);
    this.startQueued();
    return { delivered: kind !== 'record_answer', resumed: kind === 'resume' };
  }

  /** Cancels a job; resolves when nothing of it runs any more. Gives false where it had already ended. */
  async cancel(id: string): Promise<boolean> {
    const { report } = this.#find(id);
    if (hasEnded(report.status)) return false;
    const running = this.#running.get(id);
    if (running === undefined) this.#apply(id, { kind: 'cancel' });
    else running.abort.abort({ kind: 'cancel' } satisfies JobEvent);
    await running?.ended;
    await this.#options.store.scrubFiles(id);
    await this.#options.store.saved(id);
    return this.#find(id).report.status === 'cancelled';
  }

  /** Starts queued jobs, oldest first, up to the limit of running jobs. */
  startQueued(): void {
    this.#startQueued().catch(() => this.#options.clock.after(1_000, () => this.startQueued()));
  }

  /** Starts no job until `resume`; resolves when no job runs any more. */
  async pause(): Promise<void> {
    this.#pauses += 1;
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  /** Ends one `pause`. */
  resume(): void {
    this.#pauses -= 1;
    this.startQueued();
  }

  /** Starts no job any more and ends the running ones, as failed with this kind. */
  async end(kind: string, message: string): Promise<void> {
    const event: JobEvent = { kind: 'fail', failure: { kind, message } };
    for (const { abort } of this.#running.values()) abort.abort(event);
    await this.pause();
  }

  /** How many jobs run now. */
  get runningCount(): number {
    return this.#running.size;
  }

  async #startQueued(): Promise<void> {
    const maxRunning = await this.#options.maxRunning();
    for (const { report } of this.#options.store.all()) {
      if (this.#pauses > 0 || this.#running.size >= maxRunning) return;
      if (report.status === 'queued') this.#run(report.machine_job_id);
    }
  }

  #run(id: string): void {
    const { clock, runSegment } = this.#options;
    const before = this.#find(id);
    this.#apply(id, { kind: 'start' });
    const abort = new AbortController();
    const ended = runSegment(before, {
      signal: abort.signal,
      emit: (event) => this.#apply(id, event),
      save: (facts) => this.#options.store.put({ ...this.#find(id), ...facts, reported: false }),
      limit: (seconds) =>
        clock.after(seconds * 1000, () =>
          abort.abort({ kind: 'time_out', limitSeconds: seconds } satisfies JobEvent),
        ),
    }).then((end) => {
      this.#running.delete(id);
      this.#apply(id, abort.signal.aborted ? (abort.signal.reason as JobEvent) : end);
      this.startQueued();
    });
    this.#running.set(id, { abort, ended });
  }

  #apply(id: string, event: JobEvent): void {
    const job = this.#find(id);
    const report = applyEvent(job.report, event, this.#time());
    if (report !== undefined) this.#options.store.put({ ...job, report, reported: false });
  }

  #find(id: string): Job {
    const job = this.#options.store.get(id);
    if (job === undefined) throw new MachineError('unknown_job', `the machine has no job ${id}`);
    return job;
  }

  #time(): string {
    return new Date(this.#options.clock.now()).toISOString();
  }
}

interface AnswerResult {
  readonly delivered: boolean;
  readonly resumed: boolean;
}
