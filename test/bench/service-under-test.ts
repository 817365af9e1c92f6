import { forkServer } from './forked-server.ts';

export interface ServiceUnderTest {
  readonly baseUrl: string;
  /** Answers GET /api/v1/me from bare node:http. */
  readonly bareUrl: string;
  readonly keys: readonly string[];
  readonly commands: readonly string[];
  /** After collecting garbage, where `collect` is set. */
  usage(collect?: boolean): Promise<Usage>;
  /** Ends commands in one transaction, which answers the requests that are held for them. */
  finish(commands: readonly string[]): void;
  stop(): void;
}

export interface Usage {
  readonly rssBytes: number;
  readonly cpuMicros: number;
  readonly held: number;
}

type Ready = Pick<ServiceUnderTest, 'baseUrl' | 'bareUrl' | 'keys' | 'commands'>;

/** The service in a process of its own, with so many keys and waiting commands. */
export async function startServiceUnderTest(
  keys: number,
  commands: number,
): Promise<ServiceUnderTest> {
  const forked = await forkServer<Ready>('service-process.ts', [keys, commands]);
  return {
    ...forked.ready,
    usage: (collect = false) => forked.ask<Usage>({ collect }),
    finish: (finish) => forked.tell({ finish }),
    stop: forked.stop,
  };
}
