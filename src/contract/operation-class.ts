export type OperationClass = 'read' | 'write' | 'destructive';

/**
 * The class column of the specification's operation table. A client falls back to it where a
 * server's catalogue sends no class; a name that is not here is one nobody has heard of yet.
 */
export const CLASS_OF_OPERATION: Readonly<Record<string, OperationClass>> = {
  describe_cloud: 'read',
  get_stats: 'read',
  list_alerts: 'read',
  dismiss_alert: 'write',
  list_machines: 'read',
  get_machine: 'read',
  rename_machine: 'write',
  disconnect_machine: 'destructive',
  list_skills: 'read',
  get_skill: 'read',
  save_skill: 'destructive',
  delete_skill: 'destructive',
  run_skill: 'write',
  test_skill: 'write',
  list_inbox: 'read',
  list_jobs: 'read',
  get_job: 'read',
  answer_job: 'write',
  cancel_job: 'destructive',
  replay_job: 'write',
  watch_job: 'write',
  get_job_artifact: 'read',
  list_deliveries: 'read',
  get_delivery: 'read',
  replay_delivery: 'write',
  list_hosted_urls: 'read',
  get_hosted_url: 'read',
  enable_hosted_url: 'destructive',
  disable_hosted_url: 'destructive',
  list_commands: 'read',
  send_command: 'destructive',
  get_command: 'read',
  get_settings: 'read',
  update_settings: 'write',
  get_billing: 'read',
  get_pricing: 'read',
  list_members: 'read',
  list_channels: 'read',
  test_channel: 'write',
  list_audit_log: 'read',
  report_issue: 'write',
  list_issues: 'read',
  get_issue: 'read',
};

/** The name in the specification that this is, or spells in another way (`delete-skill`); undefined for others. */
export function specifiedName(operation: string): string | undefined {
  const name = operation.replaceAll('-', '_');
  return Object.hasOwn(CLASS_OF_OPERATION, name) ? name : undefined;
}
