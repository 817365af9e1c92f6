import type { Section } from './entry.ts';
import { WIRE_VALUES } from './wire-values.ts';

/** What `wire-decisions.md` fixes: how the server fills the gaps, and what a client may rely on. */
export const WIRE = {
  ...WIRE_VALUES,
  'WIRE-catalogue-shape': {
    source: 'wire: The catalogue',
    text: 'catalogue_version, instructions and tools with these members.',
    members: ['name', 'description', 'input_schema', 'scope', 'class', 'allowed'],
  },
  'WIRE-catalogue-etag': {
    source: 'wire: The catalogue',
    text: 'The answer has an ETag; If-None-Match gets 304.',
  },
  'WIRE-client-needs-name-and-schema': {
    source: 'wire: The catalogue',
    text: 'The client works with tools that have a name and an input_schema only.',
  },
  'WIRE-client-class-fallback': {
    source: 'wire: The catalogue',
    text: 'No class sent: the column of the table; never heard of: it acts, unasked; unknown: destructive.',
  },
  'WIRE-client-tolerates': {
    source: 'wire: introduction',
    text: 'Unknown fields are passed through and unknown enum values printed as they are.',
  },
  'WIRE-43rd': {
    source: 'wire: The catalogue',
    text: 'The operation that is counted and not described is get_pricing.',
    count: 43,
  },
  'WIRE-pending-shape': {
    source: 'wire: Pending answers',
    text: '202 with pending true and command_id or job; a finished answer never has pending.',
    status: 202,
  },
  'WIRE-client-pending': {
    source: 'wire: Pending answers',
    text: 'Pending is status 202 or pending true.',
  },
  'WIRE-client-follow-target': {
    source: 'wire: Pending answers',
    text: 'The job if one is named, but the command for what is about a job that is there already; a bare id is tried as both. After the command of answer_job the job it is about is followed to its end.',
    jobMembers: ['job', 'job_id', 'job.id'],
    byCommand: ['answer_job', 'cancel_job', 'get_job_artifact', 'watch_job'],
  },
  'WIRE-client-follow-state': {
    source: 'wire: Pending answers',
    text: 'A job is followed by its state, without one by outcome or status.',
    exits: { needs_input: 10, done: 0, failed: 9 },
    unfinishedStatuses: ['queued', 'running', 'waiting', 'pending'],
  },
  'WIRE-list-shape': {
    source: 'wire: Lists',
    text: 'One array under its plural, and next_before, a string or null.',
    plurals: {
      list_machines: 'machines',
      list_skills: 'skills',
      list_jobs: 'jobs',
      list_alerts: 'alerts',
      list_commands: 'commands',
    },
  },
  'WIRE-list-shape-service': {
    source: 'wire: Lists',
    text: 'The same for the lists of the whole service.',
    plurals: {
      list_deliveries: 'deliveries',
      list_issues: 'issues',
      list_audit_log: 'entries',
      list_channels: 'channels',
      list_hosted_urls: 'hosted_urls',
      list_members: 'members',
    },
  },
  'WIRE-inbox-shape': {
    source: 'wire: Lists',
    text: 'jobs, counts with needs_input and in_progress, next_offset, a number or null.',
  },
  'WIRE-client-rows': {
    source: 'wire: Lists',
    text: 'The one array-valued member is the rows; a missing or null cursor ends the paging.',
  },
  'WIRE-exact-ids': {
    source: 'wire: Values',
    text: 'Ids are whole numbers that a double holds: a clock beyond 2109-05-15 makes none, and no server starts by it.',
  },
  'WIRE-late-truth': {
    source: 'wire: Decided after the first version',
    text: 'A late result of an expired command is recorded, marked and audited; a machine begins no command whose time is over.',
  },
  'WIRE-commands-in-order': {
    source: 'wire: Decided after the first version',
    text: 'A machine carries out what changes something in the order in which it came, also where it came at once.',
  },
  'WIRE-late-job': {
    source: 'wire: Decided after the first version',
    text: 'A job whose order expired is what its machine says of it later: with the result, after it, or by a refusal.',
  },
  'WIRE-hosted-outcomes': {
    source: 'wire: Decided after the first version',
    text: 'A hosted delivery exists from the answer to its sender: held, lost after 72 hours with an alert; at a cap 429 and one row for each URL and minute.',
    holdHours: 72,
    alertHours: 24,
  },
  'WIRE-hosted-query': {
    source: 'wire: Decided after the first version',
    text: "The sender's query string is kept: sealed on its way, in the job's event without credentials, in no list.",
  },
  'WIRE-allow-unauthenticated': {
    source: 'spec: Catalogue operations, save_skill',
    text: 'allow_unauthenticated is required where a file says `auth: none`, and for a webhook without auth; not for a skill that says neither.',
  },
  'WIRE-mcp-held-calls': {
    source: 'wire: Decided after the first version',
    text: 'The hosted MCP endpoint sends progress where a token is given, and answers held calls at SIGTERM with their pending result.',
  },
  'WIRE-figures': {
    source: 'wire: Decided after the first version',
    text: 'A job counts when the service learned of its end; overview, machine and statistics have the same figures; no running time is below 0.',
  },
  'WIRE-sealed-box': {
    source: 'wire: Secrets',
    text: 'sealed is a libsodium sealed box in base64url without padding; every vector opens.',
  },
  'WIRE-claim-other-key': {
    source: 'wire: Secrets',
    text: 'A claim by another key than the one that asked is forbidden.',
    code: 'forbidden',
    status: 403,
  },
  'WIRE-claim-unsent': {
    source: 'wire: Secrets',
    text: 'expires_in_seconds is the life of the command; a claim of one that expired unsent: expired.',
    seconds: 600,
  },
  'WIRE-sealed-overwritten': {
    source: 'wire: Secrets',
    text: 'Sealed bytes are overwritten once claimed or expired.',
  },
  'WIRE-sync': {
    source: 'wire: Routes the specification does not have',
    text: 'POST /machine/v1/sync with the token of a machine; held until there is work.',
    path: '/machine/v1/sync',
  },
  'WIRE-openapi-route': {
    source: 'wire: Routes the specification does not have',
    text: 'GET /api/v1/openapi.json, with ETag; a key is not needed.',
  },
  'WIRE-in-token': {
    source: 'wire: Routes the specification does not have',
    text: 'POST /in/{token} is a hosted URL.',
  },
  'WIRE-in-limits': {
    source: 'our own: a stranger cannot fill the disk',
    text: 'A hosted URL takes 600 webhooks a minute and holds 500; beyond it 429 with Retry-After.',
    perMinute: 600,
    held: 500,
  },
  'WIRE-dashboard': {
    source: 'wire: Routes the specification does not have',
    text: 'fleet admin works on the database, never with an API key.',
  },
  'WIRE-loopback': {
    source: 'wire: Routes the specification does not have',
    text: 'The server listens on loopback unless told otherwise.',
  },
} as const satisfies Section;
