import { ABOUT_ACCESS } from '../access/about-access.ts';
import { ABOUT_ALERTS } from '../alerts/about-alerts.ts';
import { ABOUT_VALUES } from '../catalogue/about-values.ts';
import type { Topic } from '../catalogue/topic.ts';
import { ABOUT_CHANNELS } from '../channels/about-channels.ts';
import { ABOUT_COMMANDS } from '../commands/about-commands.ts';
import { ABOUT_DELIVERIES } from '../deliveries/about-deliveries.ts';
import { ABOUT_HOSTED_URLS } from '../hosted-urls/about-hosted-urls.ts';
import { ABOUT_JOBS } from '../jobs/about-jobs.ts';
import { ABOUT_WAITING } from '../long-poll/about-waiting.ts';
import { ABOUT_MACHINES } from '../machines/about-machines.ts';
import { ABOUT_SEALED_SECRETS } from '../secrets/about-sealed-secrets.ts';

/** What this server decided where the specification is silent, a tag of the document a subject. */
export const TOPICS: readonly Topic[] = [
  ABOUT_ACCESS,
  ABOUT_VALUES,
  ABOUT_WAITING,
  ABOUT_COMMANDS,
  ABOUT_JOBS,
  ABOUT_MACHINES,
  ABOUT_DELIVERIES,
  ABOUT_HOSTED_URLS,
  ABOUT_ALERTS,
  ABOUT_CHANNELS,
  ABOUT_SEALED_SECRETS,
];
