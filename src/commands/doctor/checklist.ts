import { Failure } from '../../contract/failure.ts';
import { adviceOf } from '../../render/advice-step.ts';
import { detailOf } from '../../render/setting-fault.ts';

/** What was looked at, how it is, and what to do about it where something is wrong. */
export interface Check {
  readonly check: string;
  /** `failed` keeps commands from working; `warning` may, some day or elsewhere. */
  readonly state: 'ok' | 'warning' | 'failed';
  readonly detail: string;
  readonly fix: string | null;
}

/** Gathers checks in the order in which they were made. */
export class Checklist {
  readonly checks: Check[] = [];

  ok(check: string, detail: string): void {
    this.checks.push({ check, state: 'ok', detail, fix: null });
  }

  /** In place of an earlier check of the same name, which another one has shown to be wrong. */
  wrong({ fix, ...wrong }: Omit<Check, 'fix'> & { readonly fix?: string | undefined }): void {
    const at = this.checks.findIndex(({ check }) => check === wrong.check);
    const found = { ...wrong, fix: fix ?? null };
    if (at === -1) this.checks.push(found);
    else this.checks[at] = found;
  }

  failure(check: string, { facts }: Failure, state: 'warning' | 'failed' = 'failed'): void {
    this.wrong({ check, state, detail: detailOf(facts) ?? facts.title, fix: adviceOf(facts) });
  }

  /** What `act` gives; undefined where it throws a `Failure`, which then is the check. */
  async attempt<Result>(
    check: string,
    act: () => Result | Promise<Result>,
    state: 'warning' | 'failed' = 'failed',
  ): Promise<Result | undefined> {
    try {
      return await act();
    } catch (error) {
      if (!(error instanceof Failure) || error.kind === 'interrupted') throw error;
      this.failure(check, error, state);
      return undefined;
    }
  }
}
