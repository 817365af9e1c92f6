/** One deliberate break: the first `from` of `file` becomes `to`, and one of `tests` has to fail. */
export interface Mutation {
  readonly file: string;
  readonly from: string;
  readonly to: string;
  /** Filters of test files, as vitest takes them. */
  readonly tests: readonly string[];
}

const contract = ['test/contract/wire-data'];
const retries = ['test/client/retry', 'test/client/request'];
const transport = ['test/client/transport'];

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
    from: "'update.check'",
    to: "'update.install'",
    tests: contract,
  },
  { file: 'src/contract/header.ts', from: '{1,128}', to: '{1,129}', tests: contract },
  {
    file: 'src/base/json/lossless.ts',
    from: '!PERHAPS_INEXACT.test(text)',
    to: 'PERHAPS_INEXACT.test(text)',
    tests: ['test/base/json/lossless'],
  },
  { file: 'src/client/retry.ts', from: 'isRead && outcome', to: 'outcome', tests: retries },
  { file: 'src/client/retry.ts', from: 'return isRead;', to: 'return true;', tests: retries },
  { file: 'src/client/retry.ts', from: 'TRIES_MAX = 4', to: 'TRIES_MAX = 5', tests: retries },
  {
    file: 'src/client/transport/connections.ts',
    from: 'idleMs >= 0 && ',
    to: '',
    tests: transport,
  },
  {
    file: 'src/client/transport/connections.ts',
    from: 'IDLE_MS_OF_ACTION = 500',
    to: 'IDLE_MS_OF_ACTION = 501',
    tests: transport,
  },
  {
    file: 'src/client/transport/send-once.ts',
    from: 'this.wasSent = true',
    to: 'this.wasSent = false',
    tests: transport,
  },
  {
    file: 'src/client/pages.ts',
    from: 'seen.add(mark)',
    to: 'seen.has(mark)',
    tests: ['test/client/pages'],
  },
  {
    file: 'src/contract/outcome.ts',
    from: "needs_input: 'person_needed'",
    to: "needs_input: 'done'",
    tests: ['test/contract/outcome'],
  },
  {
    file: 'src/render/sanitise.ts',
    from: ".replace(CONTROLS, '')",
    to: '',
    tests: ['test/render/sanitise'],
  },
  {
    file: 'src/flags/names.ts',
    from: '/^[a-z][a-z0-9_]*$/',
    to: '/^[a-z0-9_]*$/',
    tests: ['test/flags/fields'],
  },
  {
    file: 'src/server/access/find-caller.ts',
    from: ' || revoked_at !== null',
    to: '',
    tests: ['test/feature/server/http/authentication'],
  },
  {
    file: 'src/server/access/find-caller.ts',
    from: ' || !matchesHash(credential, key.hash)',
    to: '',
    tests: ['test/feature/server/operations/access'],
  },
  {
    file: 'src/server/access/rate-limit.ts',
    from: 'WINDOW_MS = 60_000',
    to: 'WINDOW_MS = 59_000',
    tests: ['test/server/access/rate-limit'],
  },
  {
    file: 'src/server/catalogue/execute.ts',
    from: '!scopeAllows(call.caller.scope, operation.scope)',
    to: 'call.caller.scope === undefined',
    tests: ['test/feature/server/operations/access'],
  },
  {
    file: 'src/server/jobs/job-state.ts',
    from: "waiting: 'needs_input'",
    to: "waiting: 'in_progress'",
    tests: ['test/feature/server/operations/response-shapes'],
  },
  {
    file: 'src/server/commands/queue-command.ts',
    from: "machine.mode === 'observe' && ",
    to: "machine.mode === 'control' && ",
    tests: ['test/feature/server/operations/response-shapes'],
  },
  {
    file: 'src/server/machines/machine-status.ts',
    from: 'MISSED_SYNCS = 3',
    to: 'MISSED_SYNCS = 2',
    tests: ['test/server/machines/machines'],
  },
  {
    file: 'src/server/commands/command-queries.ts',
    from: "'expires_at', '<='",
    to: "'expires_at', '<'",
    tests: ['test/server/commands/commands'],
  },
  {
    file: 'src/server/alerts/settle-alerts.ts',
    from: 'if (known.has(conditionKey(condition))) continue;',
    to: '',
    tests: ['test/server/alerts/alerts'],
  },
  {
    file: 'src/flow/secret/sink/dotenv-line.ts',
    from: '[\\0\\n\\v\\f\\r',
    to: '[\\0\\n\\v\\f',
    tests: ['test/flow/secret/sink/env-file'],
  },
  {
    file: 'src/flow/secret/sink/env-file.ts',
    from: "isExport ? 'export ' : ''",
    to: "isExport ? '' : ''",
    tests: ['test/flow/secret/sink/env-file'],
  },
  {
    file: 'src/flow/secret/entry-state.ts',
    from: "withdraw: 'opened'",
    to: "withdraw: 'sealed'",
    tests: ['test/flow/secret/entry-state'],
  },
  {
    file: 'src/machine/policy.ts',
    from: 'if (denying !== undefined)',
    to: 'if (denying === undefined)',
    tests: ['test/feature/machine/commands'],
  },
];
