import { awaitJob } from './call-tool.ts';
import type { DemoSite } from './history.ts';
import { sendWebhook } from './send-webhook.ts';

const CHANGE = { number: 130, title: 'Show the delivery date in the basket' };
const ISSUE = { number: 42, title: 'Checkout times out' };

/**
 * What happens today: jobs that are done, fail, run and wait for a person, a question that is
 * answered, webhooks that are taken and that are not. Resolves when all of it is to be seen.
 */
export async function liveToday(site: DemoSite): Promise<void> {
  const { call, signal } = site;
  const run = (skill: string, payload: object = {}) =>
    call('run_skill', { machine: 'build-01', skill, payload, wait_seconds: 60 });
  await Promise.all([
    run('deploy-check', { ref: 'main' }),
    run('always-fails'),
    run('shop-status', { status: 200 }),
    call('run_skill', { machine: 'lab-03', skill: 'disk-usage', wait_seconds: 60 }),
    startBackup(site),
    answerReport(site),
    sendChanges(site),
    sendIssue(site),
  ]);
  signal.throwIfAborted();
}

async function startBackup({ call, signal }: DemoSite): Promise<void> {
  await call('run_skill', { machine: 'build-01', skill: 'copy-backup' });
  await awaitJob(call, { skill: 'copy-backup', state: 'in_progress' }, signal);
}

/** The report of the night asks a person, who answers: its alert is resolved. */
async function answerReport({ call, signal }: DemoSite): Promise<void> {
  const command = { type: 'schedule.run', args: { name: 'nightly-report' }, wait_seconds: 60 };
  await call('send_command', { machine: 'build-01', ...command });
  const job = { skill: 'nightly-report' };
  const id = await awaitJob(call, { ...job, state: 'needs_input' }, signal);
  await call('answer_job', { job: id, answer: 'hold back', option: 'hold back', wait_seconds: 60 });
  await awaitJob(call, { ...job, state: 'done' }, signal);
}

/** A change that is reviewed, one that comes twice, one that is closed, and one that nobody signed. */
async function sendChanges({ fleet, call, secrets, signal }: DemoSite): Promise<void> {
  const secret = secrets.SHOP_WEBHOOK_SECRET;
  const send = (id: string, body: object, key = secret) =>
    sendWebhook(`${fleet.webhookUrl}review-change`, { secret: key, body, id });
  const opened = { action: 'opened', change: CHANGE };
  await send('change-130-opened', opened);
  await send('change-130-opened', opened);
  await send('change-130-closed', { action: 'closed', change: CHANGE });
  await send('change-131-opened', { action: 'opened', change: { number: 131 } }, 'a wrong secret');
  const title = `Review #${CHANGE.number} ${CHANGE.title}`;
  await awaitJob(call, { skill: 'review-change', title, state: 'done' }, signal);
}

/** The issue comes by a hosted URL, and its triage asks a person, who has not answered yet. */
async function sendIssue({ call, secrets, signal }: DemoSite): Promise<void> {
  const target = { machine: 'build-01', skill: 'triage-issue' };
  const { url } = await call('enable_hosted_url', target);
  const body = { action: 'opened', issue: ISSUE };
  const secret = secrets.TRIAGE_WEBHOOK_SECRET;
  await sendWebhook(String(url), { secret, body, id: 'issue-42-opened' });
  const title = `Triage #${ISSUE.number} ${ISSUE.title}`;
  await awaitJob(call, { skill: target.skill, title, state: 'needs_input' }, signal);
}
