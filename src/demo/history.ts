import { awaitJob, type CallTool } from './call-tool.ts';
import type { DemoFleet } from './fleet.ts';
import type { PastClock } from './past-clock.ts';
import { sendWebhook } from './send-webhook.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** Days before today on which the fleet worked; each costs the start some tenths of a second. */
const DAYS = 7;

/** How long before the present the history begins. */
export const HISTORY_MS = DAYS * DAY_MS;

/** How long ago the machine that is away was there last. */
const AWAY_MS = 3 * HOUR_MS;

/** On these days ago the shop did not respond, and a skill failed that nobody has mended. */
const SHOP_DOWN = [5];
const BUILD_FAILED = [6, 2];

/** What the days of the demonstration work with. */
export interface DemoSite {
  readonly fleet: DemoFleet;
  readonly call: CallTool;
  readonly secrets: Readonly<Record<'SHOP_WEBHOOK_SECRET' | 'TRIAGE_WEBHOOK_SECRET', string>>;
  readonly signal: AbortSignal;
}

/**
 * Lets the machines work on 7 days before today, a leap of the clock each, and for the last time
 * three hours before the present the one that is away. Rejects where a call is refused.
 */
export async function makeHistory(site: DemoSite, clock: PastClock): Promise<void> {
  for (let ago = DAYS; ago > 0; ago -= 1) {
    clock.leapTo(ago * DAY_MS);
    await liveDay(site, ago);
  }
  clock.leapTo(AWAY_MS);
  await run(site, 'mini-04', 'disk-usage');
}

async function liveDay(site: DemoSite, ago: number): Promise<void> {
  const status = SHOP_DOWN.includes(ago) ? 503 : 200;
  const work = [run(site, 'build-01', 'shop-status', { status }), review(site, 130 - ago)];
  if (ago % 2 === 0) work.push(run(site, 'lab-03', 'disk-usage'));
  if (ago % 4 === 0) work.push(run(site, 'mini-04', 'disk-usage'));
  if (BUILD_FAILED.includes(ago)) work.push(run(site, 'build-01', 'always-fails'));
  await Promise.all(work);
}

async function run(
  { call }: DemoSite,
  machine: string,
  skill: string,
  payload?: object,
): Promise<void> {
  await call('run_skill', { machine, skill, wait_seconds: 60, ...(payload && { payload }) });
}

/** A change is proposed: its webhook starts a review. Every third is closed again, which starts none. */
async function review({ fleet, call, secrets, signal }: DemoSite, number: number): Promise<void> {
  const change = { number, title: `Round prices as the law of ${1900 + number} wants` };
  const send = (action: string) =>
    sendWebhook(`${fleet.webhookUrl}review-change`, {
      secret: secrets.SHOP_WEBHOOK_SECRET,
      body: { action, change },
      id: `change-${number}-${action}`,
    });
  await send('opened');
  const title = `Review #${number} ${change.title}`;
  await awaitJob(call, { skill: 'review-change', title, state: 'done' }, signal);
  if (number % 3 === 0) await send('closed');
}
