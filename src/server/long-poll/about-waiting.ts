import { HOLD_SECONDS_MAX } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';
import { WAITER_LIMITS } from './waiters.ts';

export const ABOUT_WAITING: Topic = {
  name: 'Waiting',
  description: `\
With \`wait_seconds\` (\`wait\` in a query) a request is held until there is an answer, at most that long. \
It is answered earlier with 202:

- after the server's own cap, at most ${HOLD_SECONDS_MAX} seconds (whoever runs it may lower that, for proxies that cut idle requests);
- at once, where ${WAITER_LIMITS.perOwner} requests of the same key or person are held already, or ${WAITER_LIMITS.total.toLocaleString('en')} in the whole process;
- when the server stops.

A 202 has \`pending: true\` and what to look up: \`command_id\` (\`get_command\`) where a command carries the action, \
\`job\` (\`get_job\`) where a job was started. The action is queued: look it up, and never send it again. \
While the database is away a held request goes on waiting. A finished answer never has \`pending\`.`,
};
