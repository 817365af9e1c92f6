import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Another order with each seed, but the files that have a process to themselves first: the longest
 * are among them, and the others then follow each other in processes that stay.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const rank = ({ moduleId, project }: TestSpecification) =>
      `${project.config.isolate ? 0 : 1}${hash(`${seed} ${moduleId}`)}`;
    return files.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
  }
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
