/** One input for each operation whose input is not told by its members alone. */
export const EXAMPLE_INPUTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  get_machine: { machine: 'build-01' },
  list_inbox: { view: 'needs_input', limit: 10 },
  list_deliveries: { outcome: 'rejected', since: '2026-11-01', limit: 10 },
  list_audit_log: { action: 'command.' },
  get_stats: { days: 7 },
  run_skill: { machine: 'build-01', skill: 'deploy-check', payload: { ref: 'main' } },
  send_command: { machine: 'build-01', type: 'logs.tail', args: { lines: 100 } },
  update_settings: { store_payloads: false },
  report_issue: {
    title: 'A webhook was rejected',
    body: 'The signature is right, and the delivery says bad_signature.',
    kind: 'bug',
    severity: 'high',
    machine: 'build-01',
    diagnostics: { version: '1.0.0' },
  },
};
