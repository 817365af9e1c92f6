import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects in their order; another one comes after them. */
const FIRST = ['alone', 'postgres'];

/**
 * Another order with each seed, but project after project: the longest files are in the first ones,
 * and the others then follow each other in processes that stay.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const rank = ({ moduleId, project }: TestSpecification) =>
      `${placeOf(project.name)}${hash(`${seed} ${moduleId}`)}`;
    return files.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
  }
}

function placeOf(project: string): number {
  const place = FIRST.indexOf(project);
  return place < 0 ? FIRST.length : place;
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
