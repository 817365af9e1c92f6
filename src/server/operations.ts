import { suggest } from '../contract/suggest.ts';
import { dismissAlert } from './alerts/dismiss-alert.ts';
import { listAlerts } from './alerts/list-alerts.ts';
import { listAuditLog } from './audit/list-audit-log.ts';
import type { Operation } from './catalogue/operation.ts';
import { listChannels } from './channels/list-channels.ts';
import { testChannel } from './channels/test-channel.ts';
import { getCommand } from './commands/get-command.ts';
import { listCommands } from './commands/list-commands.ts';
import { sendCommand } from './commands/send-command.ts';
import { getDelivery } from './deliveries/get-delivery.ts';
import { listDeliveries } from './deliveries/list-deliveries.ts';
import { replayDelivery } from './deliveries/replay-delivery.ts';
import { disableHostedUrl } from './hosted-urls/disable-hosted-url.ts';
import { enableHostedUrl } from './hosted-urls/enable-hosted-url.ts';
import { getHostedUrl } from './hosted-urls/get-hosted-url.ts';
import { listHostedUrls } from './hosted-urls/list-hosted-urls.ts';
import { getIssue } from './issues/get-issue.ts';
import { listIssues } from './issues/list-issues.ts';
import { reportIssue } from './issues/report-issue.ts';
import { answerJob } from './jobs/answer-job.ts';
import { cancelJob } from './jobs/cancel-job.ts';
import { getJob } from './jobs/get-job.ts';
import { getJobArtifact } from './jobs/get-job-artifact.ts';
import { listInbox } from './jobs/list-inbox.ts';
import { listJobs } from './jobs/list-jobs.ts';
import { replayJob } from './jobs/replay-job.ts';
import { watchJob } from './jobs/watch-job.ts';
import { disconnectMachine } from './machines/disconnect-machine.ts';
import { getMachine } from './machines/get-machine.ts';
import { listMachines } from './machines/list-machines.ts';
import { renameMachine } from './machines/rename-machine.ts';
import { getBilling } from './organisation/get-billing.ts';
import { getPricing } from './organisation/get-pricing.ts';
import { getSettings } from './organisation/get-settings.ts';
import { listMembers } from './organisation/list-members.ts';
import { updateSettings } from './organisation/update-settings.ts';
import { Refusal } from './refusal.ts';
import { claimSecret } from './secrets/claim-secret.ts';
import { requestSecret } from './secrets/request-secret.ts';
import { deleteSkill } from './skills/delete-skill.ts';
import { getSkill } from './skills/get-skill.ts';
import { listSkills } from './skills/list-skills.ts';
import { runSkill } from './skills/run-skill.ts';
import { saveSkill } from './skills/save-skill.ts';
import { testSkill } from './skills/test-skill.ts';
import { describeCloud } from './statistics/describe-cloud.ts';
import { getStats } from './statistics/get-stats.ts';

/** The catalogue in its order, which every listing follows (specification, "Catalogue operations"). */
export const OPERATIONS: readonly Operation[] = [
  describeCloud,
  getStats,
  listAlerts,
  dismissAlert,
  listMachines,
  getMachine,
  renameMachine,
  disconnectMachine,
  listSkills,
  getSkill,
  saveSkill,
  deleteSkill,
  runSkill,
  testSkill,
  listInbox,
  listJobs,
  getJob,
  answerJob,
  cancelJob,
  replayJob,
  watchJob,
  getJobArtifact,
  listDeliveries,
  getDelivery,
  replayDelivery,
  listHostedUrls,
  getHostedUrl,
  enableHostedUrl,
  disableHostedUrl,
  listCommands,
  sendCommand,
  getCommand,
  getSettings,
  updateSettings,
  getBilling,
  listMembers,
  listChannels,
  testChannel,
  listAuditLog,
  reportIssue,
  listIssues,
  getIssue,
  getPricing,
];

/**
 * Operations with a resource route and no entry in the catalogue: sealed secrets, with which an
 * assistant has nothing to do. They run as every operation does (`catalogue/execute.ts`).
 */
export const ROUTE_OPERATIONS: readonly Operation[] = [requestSecret, claimSecret];

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** The operation of this name. Throws `unknown_tool`, with advice for callers of REST and of MCP. */
export function findOperation(name: string): Operation {
  const operation = byName.get(name);
  if (operation !== undefined) return operation;
  const typed = name.slice(0, 60);
  const [nearest] = suggest(typed, byName.keys());
  const where =
    nearest === undefined
      ? 'the list of tools (tools/list in MCP, else GET /api/v1/tools) has all of them'
      : `the nearest in the list of tools is ${nearest}`;
  throw new Refusal('unknown_tool', `There is no operation ${JSON.stringify(typed)}; ${where}.`);
}
