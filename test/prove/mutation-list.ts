/** One deliberate break: the first `from` of `file` becomes `to`, and one of `tests` has to fail. */
export interface Mutation {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Filters of test files, as vitest takes them. */
  readonly tests: readonly string[];
}

const contract = ['test/contract/wire-data'];

export const MUTATIONS: readonly Mutation[] = [
  { file: 'src/contract/problem.ts', from: 'status: 413', to: 'status: 400', tests: contract },
  { file: 'src/contract/limits.ts', from: '512 * 1024', to: '512 * 1000', tests: contract },
  { file: 'src/contract/limits.ts', from: 'max: 240', to: 'max: 60', tests: contract },
  {
    file: 'src/contract/operation-class.ts',
    from: "cancel_job: 'destructive'",
    to: "cancel_job: 'write'",
    tests: contract,
  },
  { file: 'src/contract/scope.ts', from: '>= SCOPES', to: '> SCOPES', tests: contract },
  {
    file: 'src/contract/command-type.ts',
    from: "'logs.tail': { scope: 'fleet:admin'",
    to: "'logs.tail': { scope: 'fleet:read'",
    tests: contract,
  },
  {
    file: 'src/contract/confirmation.ts',
    from: "'update.install'",
    to: "'update.check'",
    tests: contract,
  },
  { file: 'src/contract/header.ts', from: '{1,128}', to: '{1,129}', tests: contract },
];
