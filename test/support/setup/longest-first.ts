import { createHash } from 'node:crypto';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The projects in their order; another one comes after them. */
const FIRST = ['alone', 'postgres'];

/** Of the others those that take the longest: one that began last would run by itself at the end. */
const LONG = [
  'bridge/conformance/conformance',
  'cli/confirmation',
  'cli/program',
  'cli/secret/crash',
  'cli/secret/endings',
  'cli/secret/journal',
  'cli/secret/sinks',
  'demo/tour',
  'docs/blocks',
  'package/packed',
  'server/operations/fuzz',
  'server/reliability',
  'support/setup/closing-line',
].map((name) => `/${name}.test.ts`);

/**
 * Another order with each seed, but project after project, and the longest files of the last one
 * before its others: these follow each other in processes that stay.
 */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const { seed } = this.ctx.config.sequence;
    const rank = ({ moduleId, project }: TestSpecification) =>
      `${placeOf(project.name)}${isLong(moduleId) ? 0 : 1}${hash(`${seed} ${moduleId}`)}`;
    return files.toSorted((left, right) => (rank(left) < rank(right) ? -1 : 1));
  }
}

function placeOf(project: string): number {
  const place = FIRST.indexOf(project);
  return place < 0 ? FIRST.length : place;
}

function isLong(file: string): boolean {
  return LONG.some((name) => file.endsWith(name));
}

function hash(text: string): string {
  return createHash('sha1').update(text).digest('hex');
}
