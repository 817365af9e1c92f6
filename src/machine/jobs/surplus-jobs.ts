import type { Job } from './job.ts';
import { hasEnded } from './job-state.ts';

/**
 * The jobs that are let go: all but the newest `kept`, and never one that is not over, that ended
 * with a question which nobody has answered yet, or of which the cloud does not know how it ended.
 * `jobs` are oldest first.
 */
export function jobsToPrune(jobs: readonly Job[], kept: number): readonly Job[] {
  const surplus = Math.max(0, jobs.length - kept);
  return jobs.slice(0, surplus).filter(isPrunable);
}

function isPrunable({ report, reported }: Job): boolean {
  const asks = report.outcome === 'needs_human' && report.answer === null;
  return reported && hasEnded(report.status) && !asks;
}
