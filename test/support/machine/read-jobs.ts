import { expect } from 'vitest';
import type { TestMachine } from './test-machine.ts';

/** Whether a job neither runs nor waits to run. */
export function isOver({ status }: { readonly status: string }): boolean {
  return status !== 'queued' && status !== 'running';
}

/** One file of a job, fetched from the machine. */
export async function fetchArtifact({ cloud }: TestMachine, machine_job_id: string, name: string) {
  const { error, result } = await cloud.send('job.artifact', { machine_job_id, artifact: name });
  expect(error).toBe(null);
  return result as { content: string; bytes: number; truncated: boolean };
}
