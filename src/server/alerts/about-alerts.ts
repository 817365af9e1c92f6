import type { Topic } from '../catalogue/topic.ts';

export const ABOUT_ALERTS: Topic = {
  name: 'Alerts',
  description: `\
| type | opens when | resolves when |
|---|---|---|
| \`needs_human\` | a job waits for a person, or ended with outcome \`needs_human\` | it is answered, or goes on |
| \`machine_offline\` | a machine counts as offline | it syncs |
| \`job_failed\` | a job of a skill failed or timed out; not when it was cancelled | a later job of that skill on the machine is done |
| \`health_failing\` | a health check of a machine fails; or webhooks for it were lost | the check does not fail any more; a webhook is collected again, or after 24 hours |

A condition opens one alert, however long it lasts. Disconnecting a machine resolves its alerts. A dismissed alert opens again only once its condition has ended and recurred.`,
};
