/** Operations that show, newest first, what actions leave behind, each with those actions. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  list_commands: [
    'answer_job',
    'cancel_job',
    'delete_skill',
    'replay_delivery',
    'replay_job',
    'save_skill',
    'send_command',
    'test_skill',
    'watch_job',
  ],
  list_jobs: ['run_skill'],
  list_issues: ['report_issue'],
  list_alerts: ['dismiss_alert'],
  list_machines: ['rename_machine', 'disconnect_machine'],
  list_hosted_urls: ['enable_hosted_url', 'disable_hosted_url'],
  get_settings: ['update_settings'],
};

/** It has every action with its request id, and only an admin's key may read it. */
export const AUDIT_LOG = 'list_audit_log';

/** The operation that shows whether an action ran; undefined where the action is not known. */
export function shownBy(operation = ''): string | undefined {
  return Object.keys(SHOWN).find((by) => SHOWN[by]?.includes(operation));
}

/** The same with the audit log for any action that is not known. */
export function foundBy(operation: string | undefined): string {
  return shownBy(operation) ?? AUDIT_LOG;
}
