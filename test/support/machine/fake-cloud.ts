import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { DeliveryReport, HostedDelivery } from '../../../src/contract/record/delivery.ts';
import type { JobReport } from '../../../src/contract/record/job.ts';
import type { CommandResult, SyncRequest } from '../../../src/contract/sync.ts';

export const TOKEN = 'fleet_machine_0123456789abcdef';

interface Queued {
  readonly id: string;
  readonly type: string;
  readonly args: Record<string, unknown>;
}

interface Held {
  readonly request: SyncRequest;
  readonly response: ServerResponse;
}

/** What a request is answered with instead of a sync's answer. */
export interface ScriptedFailure {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** The other end of the sync, as `contract/sync.ts` has it: small, in memory, and easy to upset. */
export class FakeCloud {
  readonly syncs: SyncRequest[] = [];
  readonly results = new Map<string, CommandResult[]>();
  readonly jobs = new Map<string, JobReport>();
  readonly deliveries: DeliveryReport[] = [];
  readonly collected: string[] = [];
  /** Handed out with every answer, as a service would that loses what it is told. */
  hosted: readonly HostedDelivery[] = [];
  storesPayloads = true;
  /** How long the sender of each command still waits. */
  expiresInSeconds = 600;
  /** Answers of the next requests, one each. */
  readonly troubles: ScriptedFailure[] = [];
  /** Keeps handing out commands that are finished, as a late answer would. */
  stubborn = false;
  /** Syncs with more bytes are refused as too large. */
  takesBytes = Number.POSITIVE_INFINITY;
  /** Hangs up on every sync that brings a result. */
  losesResults = false;
  /** Hangs up on every sync that tells of a job. */
  losesJobs = false;
  baseUrl = '';
  readonly #queue: Queued[] = [];
  readonly #held = new Set<Held>();
  readonly #watchers = new Set<() => void>();
  #count = 0;

  /** Queues a command and gives its id. */
  queue(type: string, args: Record<string, unknown> = {}): string {
    this.#count += 1;
    const id = `cmd_${this.#count}`;
    this.#queue.push({ id, type, args });
    for (const held of [...this.#held]) this.#answer(held);
    return id;
  }

  /** Queues a command and waits for its result. */
  async send(type: string, args: Record<string, unknown> = {}): Promise<CommandResult> {
    return await this.resultOf(this.queue(type, args));
  }

  resultOf(id: string): Promise<CommandResult> {
    return this.until(() => this.results.get(id)?.[0]);
  }

  /** Starts a job and gives the machine's id of it. */
  async run(skill: string, args: Record<string, unknown> = {}): Promise<string> {
    this.#count += 1;
    const { error, result } = await this.send('job.run', {
      job: `job_${this.#count}`,
      skill,
      ...args,
    });
    if (error !== null) throw new Error(`${error.code}: ${error.message}`);
    return (result as { machine_job_id: string }).machine_job_id;
  }

  /** The job once its report is as wanted. */
  job(id: string, wanted: (job: JobReport) => boolean): Promise<JobReport> {
    return this.until(() => {
      const job = this.jobs.get(id);
      return job !== undefined && wanted(job) ? job : undefined;
    });
  }

  /** Waits until there is a value, looked for after every sync. */
  until<Value>(look: () => Value | undefined): Promise<Value> {
    return new Promise((resolve) => {
      const watch = () => {
        const value = look();
        if (value === undefined) return;
        this.#watchers.delete(watch);
        resolve(value);
      };
      this.#watchers.add(watch);
      watch();
    });
  }

  async handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const trouble = this.troubles.shift();
    if (trouble !== undefined) {
      response.writeHead(trouble.status, trouble.headers).end(trouble.body);
    } else if (request.headers.authorization !== `Bearer ${TOKEN}`) {
      response.writeHead(401).end();
    } else if (Buffer.concat(chunks).length > this.takesBytes) {
      response.writeHead(413).end();
    } else {
      const sync: SyncRequest = JSON.parse(Buffer.concat(chunks).toString('utf8'));
      const lost =
        (this.losesResults && sync.results.length > 0) || (this.losesJobs && sync.jobs.length > 0);
      if (lost) request.socket.destroy();
      else this.#take({ request: sync, response });
    }
    for (const watch of [...this.#watchers]) watch();
  }

  #take(held: Held): void {
    this.syncs.push(held.request);
    for (const job of held.request.jobs) this.jobs.set(job.machine_job_id, job);
    this.deliveries.push(...(held.request.deliveries ?? []));
    this.collected.push(...(held.request.collected ?? []));
    for (const result of held.request.results) {
      this.results.set(result.command, [...(this.results.get(result.command) ?? []), result]);
    }
    if (held.request.wait_seconds === 0 || this.#commandsFor(held).length > 0) this.#answer(held);
    else this.#held.add(held);
    held.response.on('close', () => this.#held.delete(held));
  }

  #commandsFor({ request }: Held): readonly Queued[] {
    return this.#queue.filter(
      ({ id }) => this.stubborn || (!this.results.has(id) && !request.holding.includes(id)),
    );
  }

  #answer(held: Held): void {
    this.#held.delete(held);
    const commands = this.#commandsFor(held).map((queued) => ({
      ...queued,
      expires_in_seconds: this.expiresInSeconds,
    }));
    const { hosted, storesPayloads: store_payloads } = this;
    const answer = { machine: 'mac_1', commands, hosted, store_payloads };
    const body = JSON.stringify({ ...answer, next_sync_seconds: 30 });
    held.response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  }
}

/** A cloud on a free port; ends with the test. */
export async function startFakeCloud(): Promise<FakeCloud> {
  const cloud = new FakeCloud();
  const server = createServer((request, response) => void cloud.handle(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  cloud.baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return cloud;
}
