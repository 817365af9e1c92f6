import { suggest } from '../../contract/suggest.ts';
import { Refusal } from '../refusal.ts';
import { answerJob } from './answer-job.ts';
import { cancelJob } from './cancel-job.ts';
import { deleteSkill } from './delete-skill.ts';
import { describeCloud } from './describe-cloud.ts';
import { disableHostedUrl } from './disable-hosted-url.ts';
import { disconnectMachine } from './disconnect-machine.ts';
import { dismissAlert } from './dismiss-alert.ts';
import { enableHostedUrl } from './enable-hosted-url.ts';
import { getBilling } from './get-billing.ts';
import { getCommand } from './get-command.ts';
import { getDelivery } from './get-delivery.ts';
import { getHostedUrl } from './get-hosted-url.ts';
import { getIssue } from './get-issue.ts';
import { getJob } from './get-job.ts';
import { getJobArtifact } from './get-job-artifact.ts';
import { getMachine } from './get-machine.ts';
import { getPricing } from './get-pricing.ts';
import { getSettings } from './get-settings.ts';
import { getSkill } from './get-skill.ts';
import { getStats } from './get-stats.ts';
import { listAlerts } from './list-alerts.ts';
import { listAuditLog } from './list-audit-log.ts';
import { listChannels } from './list-channels.ts';
import { listCommands } from './list-commands.ts';
import { listDeliveries } from './list-deliveries.ts';
import { listHostedUrls } from './list-hosted-urls.ts';
import { listInbox } from './list-inbox.ts';
import { listIssues } from './list-issues.ts';
import { listJobs } from './list-jobs.ts';
import { listMachines } from './list-machines.ts';
import { listMembers } from './list-members.ts';
import { listSkills } from './list-skills.ts';
import type { Operation } from './operation.ts';
import { renameMachine } from './rename-machine.ts';
import { replayDelivery } from './replay-delivery.ts';
import { replayJob } from './replay-job.ts';
import { reportIssue } from './report-issue.ts';
import { runSkill } from './run-skill.ts';
import { saveSkill } from './save-skill.ts';
import { sendCommand } from './send-command.ts';
import { testChannel } from './test-channel.ts';
import { testSkill } from './test-skill.ts';
import { updateSettings } from './update-settings.ts';
import { watchJob } from './watch-job.ts';

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

const byName = new Map(OPERATIONS.map((operation) => [operation.name, operation]));

/** The operation of this name. Throws `unknown_tool`, which whoever asks over REST or MCP can follow. */
export function findOperation(name: string): Operation {
  const operation = byName.get(name);
  if (operation !== undefined) return operation;
  const typed = name.slice(0, 60);
  const [nearest] = suggest(typed, byName.keys());
  const where =
    nearest === undefined
      ? 'the list of tools (tools/list in MCP, else GET /api/v1/tools) has them all'
      : `the nearest in the list of tools is ${nearest}`;
  throw new Refusal('unknown_tool', `There is no operation ${JSON.stringify(typed)}; ${where}.`);
}
