import type { SerializedError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

export interface Tally {
  readonly passed: number;
  readonly failed: number;
  /** One reason a skipped test. */
  readonly skipped: readonly string[];
}

/**
 * Counts a whole run for the closing line of `npm test`. A file that cannot be loaded and an error
 * outside of every test count as one failure each.
 */
export class ClosingLine implements Reporter {
  #tally: Tally = { passed: 0, failed: 0, skipped: [] };

  /** The counts of the finished run; all zero before it ends. */
  get tally(): Tally {
    return this.#tally;
  }

  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
    const cases = modules.flatMap((module) => [...module.children.allTests()]);
    const brokenSuites = modules.flatMap((module) => [
      ...module.errors(),
      ...[...module.children.allSuites()].flatMap((suite) => suite.errors()),
    ]);
    this.#tally = {
      passed: cases.filter((test) => test.result().state === 'passed').length,
      failed:
        cases.filter((test) => test.result().state === 'failed').length +
        brokenSuites.length +
        unhandledErrors.length,
      skipped: cases.flatMap(skipReason),
    };
  }
}

function skipReason(test: TestCase): readonly string[] {
  const result = test.result();
  if (result.state === 'passed' || result.state === 'failed') return [];
  return [(result.state === 'skipped' && result.note) || 'no reason given'];
}

/** `N passed, N failed`, and `, N skipped (reasons)` where something was skipped. */
export function closingLine(tally: Tally): string {
  const line = `${tally.passed} passed, ${tally.failed} failed`;
  if (tally.skipped.length === 0) return line;
  const reasons = [...new Set(tally.skipped)].sort();
  return `${line}, ${tally.skipped.length} skipped (${reasons.join(', ')})`;
}

/** Whether a run with these counts is good; where everything is required, a skip is not. */
export function isGood(tally: Tally, requireAll: boolean): boolean {
  if (tally.failed > 0 || tally.passed === 0) return false;
  return !requireAll || tally.skipped.length === 0;
}
