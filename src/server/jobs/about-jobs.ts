import { ARTIFACT_BYTES_MAX } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';

export const ABOUT_JOBS: Topic = {
  name: 'Jobs',
  description: `\
\`status\` says how the process stands: \`queued\`, \`running\`, \`waiting\`, \`succeeded\`, \`failed\`, \`cancelled\`, \`timed_out\`. \
\`outcome\` says whether the task was done: \`done\`, \`not_done\`, \`needs_human\`, or null while it is not known. \`state\` follows from both:

| state | when |
|---|---|
| \`needs_input\` | a person is needed: the status is \`waiting\`, or the outcome \`needs_human\` |
| \`in_progress\` | queued or running |
| \`failed\` | failed, cancelled, timed out, or the outcome is \`not_done\` |
| \`done\` | else |

A file of a job is given up to ${ARTIFACT_BYTES_MAX / 1024} KiB: the end of \`stdout\` and \`stderr\`, the start of the others. How long jobs, deliveries, alerts and the audit log are kept stands at the start of this document.`,
};
