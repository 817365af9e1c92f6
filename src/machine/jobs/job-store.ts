import { readdir } from 'node:fs/promises';
import type { MachineLog } from '../machine-log.ts';
import type { Scrub } from '../secrets/scrub.ts';
import type { Job } from './job.ts';
import { JobFiles } from './job-files.ts';
import { parseJobFile, toJobFile } from './job-record.ts';
import { hasEnded } from './job-state.ts';
import { isJobId } from './new-job.ts';

interface JobStoreOptions {
  /** The folder `jobs/`. */
  readonly folder: string;
  readonly log: MachineLog;
  readonly scrub: () => Promise<Scrub>;
  /** How many jobs are kept, as of now. */
  readonly kept: () => Promise<number>;
  /** Called after a job changed. */
  readonly changed: () => void;
}

/** Every job of this machine: in memory, and each on disk in its `job.json`. */
export class JobStore {
  readonly #options: JobStoreOptions;
  readonly #jobs = new Map<string, Job>();
  readonly #written = new Map<string, Job>();
  /** As they were when last written, or could not be: what is newer is not told of before the disk has it. */
  readonly #tellable = new Map<string, Job>();
  readonly #acknowledged = new Map<string, Job>();
  readonly #writing = new Map<string, Promise<void>>();
  #pruning: Promise<void> = Promise.resolve();

  constructor(options: JobStoreOptions) {
    this.#options = options;
  }

  /** Reads what is on disk; a `job.json` that cannot be read is skipped and logged. */
  async load(): Promise<void> {
    for (const id of (await readdir(this.#options.folder)).sort()) {
      if (id.startsWith('.')) continue;
      try {
        const text = await this.files(id).read('job.json');
        if (text !== undefined) {
          const job = parseJobFile(text);
          this.#jobs.set(id, job);
          this.#tellable.set(id, job);
        } else if (isJobId(id)) await this.files(id).remove();
      } catch {
        this.#options.log.write(`jobs/${id}/job.json cannot be read and is skipped`);
      }
    }
  }

  files(machineJobId: string): JobFiles {
    return new JobFiles(this.#options.folder, machineJobId);
  }

  get(machineJobId: string): Job | undefined {
    return this.#jobs.get(machineJobId);
  }

  /** The job that a command of the server started, by the server's id. */
  findByServerId(job: string): Job | undefined {
    return this.all().find((candidate) => candidate.report.job === job);
  }

  /** The job that a webhook delivery started, by the machine's id of the delivery. */
  findByDelivery(delivery: string): Job | undefined {
    return this.all().find(({ report }) =>
      report.links.some(({ kind, title }) => kind === 'delivery' && title === delivery),
    );
  }

  /** Oldest first. */
  all(): readonly Job[] {
    return [...this.#jobs.values()];
  }

  /** Adds a new job; it is on disk when this resolves, and not added where it cannot be written. */
  async add(job: Job): Promise<void> {
    const id = job.report.machine_job_id;
    await this.#write(job);
    this.#jobs.set(id, job);
    this.#options.changed();
  }

  /** Replaces a changed job in memory and begins to write it; `saved` waits for that. */
  put(job: Job): void {
    const id = job.report.machine_job_id;
    this.#jobs.set(id, job);
    const before = this.#writing.get(id) ?? Promise.resolve();
    const writing = before.catch(() => undefined).then(() => this.#writeNewest(id));
    this.#writing.set(id, writing);
    void writing
      .catch((error: unknown) => {
        this.#options.log.write(`job ${id} cannot be saved: ${String(error)}`);
        this.#tellable.set(id, job);
      })
      .finally(() => {
        if (!job.reported) this.#options.changed();
      });
  }

  /** Resolves when the present state of the job is on disk; rejects where it could not be written. */
  async saved(machineJobId: string): Promise<void> {
    await this.#writing.get(machineJobId);
  }

  /** Resolves when every job is on disk, or could not be written. */
  async allSaved(): Promise<void> {
    await Promise.allSettled([...this.#writing.values(), this.#pruning]);
  }

  /**
   * Scrubs the files that a run needs unchanged, above all its payload, and removes what a killed machine has
   * left of it; called when nothing of the job runs any more.
   */
  async scrubFiles(machineJobId: string): Promise<void> {
    const scrub = await this.#options.scrub();
    for (const name of ['payload', 'event'] as const) {
      await this.files(machineJobId).scrub(name, scrub);
    }
    await this.files(machineJobId).discardMessages();
  }

  /**
   * Jobs that changed since the server last acknowledged them, as the disk has them, oldest first: after a
   * loss of power the machine goes on from there, and must not know less than the server was told.
   */
  unreported(): readonly Job[] {
    return this.all()
      .map(({ report: { machine_job_id: id } }) => this.#tellable.get(id))
      .filter((job) => job !== undefined)
      .filter((job) => !job.reported && this.#acknowledged.get(job.report.machine_job_id) !== job);
  }

  /** Marks these jobs as reported; a job that changed in the meantime stays unreported. */
  acknowledge(reported: readonly Job[]): void {
    for (const job of reported) {
      const id = job.report.machine_job_id;
      this.#acknowledged.set(id, job);
      if (this.get(id) === job) this.put({ ...job, reported: true });
    }
    if (reported.length > 0) this.prune();
  }

  /** Removes the oldest jobs beyond the number that is kept, in the background. */
  prune(): void {
    const { kept, log } = this.#options;
    const prune = async () => {
      for (const job of jobsToPrune(this.all(), await kept())) await this.#remove(job);
    };
    this.#pruning = this.#pruning
      .then(prune)
      .catch((error: unknown) => log.write(`old jobs cannot be removed: ${String(error)}`));
  }

  async #remove(job: Job): Promise<void> {
    const id = job.report.machine_job_id;
    await this.saved(id);
    if (this.get(id) !== job) return;
    const maps = [this.#jobs, this.#written, this.#tellable, this.#acknowledged, this.#writing];
    for (const map of maps) map.delete(id);
    await this.files(id).remove();
  }

  async #writeNewest(id: string): Promise<void> {
    const job = this.#jobs.get(id);
    if (job !== undefined && this.#written.get(id) !== job) await this.#write(job);
  }

  async #write(job: Job): Promise<void> {
    const id = job.report.machine_job_id;
    const scrub = await this.#options.scrub();
    await this.files(id).write('job.json', `${JSON.stringify(toJobFile(job, scrub))}\n`);
    this.#written.set(id, job);
    this.#tellable.set(id, job);
  }
}

/**
 * The jobs to remove: all but the newest `kept`, and never one that has not ended, that still waits
 * for an answer, or whose end is not reported yet. `jobs` are oldest first.
 */
function jobsToPrune(jobs: readonly Job[], kept: number): readonly Job[] {
  const surplus = Math.max(0, jobs.length - kept);
  return jobs.slice(0, surplus).filter(isPrunable);
}

function isPrunable({ report, reported }: Job): boolean {
  const waitsForAnswer = report.outcome === 'needs_human' && report.answer === null;
  return reported && hasEnded(report.status) && !waitsForAnswer;
}
