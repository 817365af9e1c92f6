/** What each operation that acts leaves behind, and which operation shows it, newest first. */
const FOUND_BY: Readonly<Record<string, string>> = {
  answer_job: 'list_commands',
  cancel_job: 'list_commands',
  delete_skill: 'list_commands',
  replay_delivery: 'list_commands',
  replay_job: 'list_commands',
  save_skill: 'list_commands',
  send_command: 'list_commands',
  test_skill: 'list_commands',
  watch_job: 'list_commands',
  run_skill: 'list_jobs',
  report_issue: 'list_issues',
  dismiss_alert: 'list_alerts',
  rename_machine: 'list_machines',
  disconnect_machine: 'list_machines',
  enable_hosted_url: 'list_hosted_urls',
  disable_hosted_url: 'list_hosted_urls',
  update_settings: 'get_settings',
};

/** It has every action with its request id, and only an admin's key may read it. */
export const AUDIT_LOG = 'list_audit_log';

/** The operation that shows whether an action ran whose answer was lost: the audit log for any that is not known. */
export function foundBy(operation: string | undefined): string {
  const known = operation !== undefined && Object.hasOwn(FOUND_BY, operation);
  return (known ? FOUND_BY[operation] : undefined) ?? AUDIT_LOG;
}
