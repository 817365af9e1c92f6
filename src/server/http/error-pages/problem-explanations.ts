import type { ProblemCode } from '../../../contract/problem.ts';
import type { Explanation } from './explanation.ts';

const USE_THE_ID = 'Repeat the request with the id that `detail` names; an id is never ambiguous.';
const ASK_FOR_THE_LIST = (operation: string) =>
  `List what there is with \`${operation}\`, and use the id from there.`;
const OTHER_ORGANISATION =
  'What belongs to another organisation is answered as if it did not exist: check whose key it is with `GET /api/v1/me`.';

/** Every code of the specification's table "Errors". */
export const PROBLEM_EXPLANATIONS: Readonly<Record<ProblemCode, Explanation>> = {
  unauthorized: {
    meaning: 'The request carries no credential. A key in the URL or in the body does not count.',
    whatToDo: [
      'Send the header `Authorization: Bearer <API key>`.',
      'An admin creates a key on the dashboard; with the reference server, `fleet admin key create`.',
    ],
  },
  invalid_key: {
    meaning: 'The key is unknown to this service, was revoked, or has expired.',
    whatToDo: [
      'Check that the whole key was copied, and that it is a key of this service and not of another one.',
      'Ask an admin for a new key: a key is shown once and cannot be read again.',
    ],
  },
  forbidden: {
    meaning:
      'The key is good, and its scope (or the role behind it) does not allow this operation or command.',
    whatToDo: [
      '`detail` names the scope that is needed: `fleet:read`, `fleet:run` or `fleet:admin`; each includes the ones before it.',
      'Ask an admin for a key of that scope. `GET /api/v1/tools` says for each operation whether a key has the scope.',
      'On `/api/mcp` it can also be a web page of another site: the headers `Host` and `Origin` must be those of this server.',
    ],
  },
  invalid_request: {
    meaning: 'The request failed validation. Nothing was changed.',
    whatToDo: [
      '`detail` names each wrong field, its value and what is allowed.',
      '`GET /api/v1/tools` has the JSON Schema of every input, `GET /api/v1/openapi.json` that of every route. Unknown fields are refused.',
    ],
  },
  invalid_json: {
    meaning: 'The body is not JSON in UTF-8. Nothing was changed.',
    whatToDo: ['Send one JSON object, with `Content-Type: application/json`.'],
  },
  invalid_args: {
    meaning: "The arguments of a command do not match the protocol's, or the machine refused them.",
    whatToDo: [
      '`detail` names the argument and what is allowed.',
      'The OpenAPI document has the arguments of each type, at `POST /api/v1/machines/{machine}/commands`.',
    ],
  },
  unknown_command: {
    meaning:
      'With status 400: there is no protocol command of that type. With status 404: no command of the organisation has that id.',
    whatToDo: [
      'For a type: `detail` lists the types that there are.',
      'For an id: `list_commands` has the commands. One that has left by retention is unknown again.',
    ],
  },
  unknown_tool: {
    meaning: 'The catalogue has no operation of that name.',
    whatToDo: [
      '`detail` names the nearest one. Names have underscores: `get_job`.',
      '`GET /api/v1/tools` (over MCP `tools/list`) has all of them.',
    ],
  },
  unknown_machine: {
    meaning: 'No machine of the organisation has that id, name or hostname.',
    whatToDo: [ASK_FOR_THE_LIST('list_machines'), OTHER_ORGANISATION],
  },
  unknown_job: {
    meaning: "No job of the organisation has that id, neither the cloud's nor a machine's own.",
    whatToDo: [
      ASK_FOR_THE_LIST('list_jobs'),
      'A job that has left by retention is unknown again.',
      OTHER_ORGANISATION,
    ],
  },
  unknown_delivery: {
    meaning:
      "No delivery of the organisation has that id, neither the cloud's nor a machine's own.",
    whatToDo: [
      ASK_FOR_THE_LIST('list_deliveries'),
      "The sender's own id is not one of these; `list_deliveries` finds it with `delivery_id`.",
      OTHER_ORGANISATION,
    ],
  },
  unknown_alert: {
    meaning: 'No open alert has that id. A resolved alert cannot be dismissed again.',
    whatToDo: ['`list_alerts` has the open ones, and with `state: resolved` the others.'],
  },
  unknown_channel: {
    meaning: 'No notification channel has that id.',
    whatToDo: ['`list_channels` has them. Channels are added by a person on the dashboard.'],
  },
  unknown_issue: {
    meaning: 'No problem report of the organisation has that number or id.',
    whatToDo: ['`list_issues` has them. A number is written `12` or `#12`.'],
  },
  no_hosted_url: {
    meaning: 'The skill has no hosted URL that is turned on.',
    whatToDo: [
      '`enable_hosted_url` makes one; that ends an earlier URL of the skill.',
      '`list_hosted_urls` says for which skills one is on.',
    ],
  },
  not_found: {
    meaning: 'There is no such route, or what was named does not exist in the organisation.',
    whatToDo: [
      'Check the path: every route begins with `/api/v1`; `GET /api/v1/openapi.json` has all of them.',
      'A hosted URL that is off, or whose skill was deleted, answers this to its sender.',
    ],
  },
  ambiguous_machine: {
    meaning: 'More than one machine has that name.',
    whatToDo: [USE_THE_ID, 'Give one of them another name with `rename_machine`.'],
  },
  ambiguous_job: {
    meaning: 'More than one machine has a job with that id of its own.',
    whatToDo: [USE_THE_ID],
  },
  ambiguous_delivery: {
    meaning: 'More than one machine has a delivery with that id of its own.',
    whatToDo: [USE_THE_ID],
  },
  revoked: {
    meaning: 'The machine was disconnected. Its history stays; it takes no command any more.',
    whatToDo: ['Pair the computer again: that makes a new machine, with a new id.'],
  },
  denied_by_machine: {
    meaning:
      'The machine refuses the command: by its mode (`observe` accepts reads only) or by its own allow and deny lists, which have the last word.',
    whatToDo: [
      '`detail` says which of them it was; `get_machine` shows the whole policy.',
      'A person changes it on the machine, in its configuration file (`mode: control`, `allow`, `deny`). The cloud cannot.',
    ],
  },
  no_body: {
    meaning:
      "The delivery's whole body is not stored, so it cannot run on another machine or skill.",
    whatToDo: [
      'Replay it without `machine` and `skill`: the machine that received it may still have the body.',
      'Bodies are missing where the organisation keeps none (`store_payloads`), where the machine keeps them at home, once their 30 days are over, and where they were too large or not text.',
      'Let the sender deliver it again.',
    ],
  },
  plan_limit: {
    meaning: "The organisation's plan has no room for one more of what was asked.",
    whatToDo: [
      '`detail` names the limit. `get_billing` shows limits and usage, and which plan the usage fits.',
      'Remove what is no longer needed, or let a person change the plan; with the reference server, `fleet admin plan set`.',
    ],
  },
  billing_unavailable: {
    meaning: 'Plans are not sold on this deployment, or the organisation already has one.',
    whatToDo: ['`GET /api/v1/pricing` says whether this deployment enforces plans.'],
  },
  too_large: {
    meaning:
      'The body is over the size limit: 512 KiB, and 768 KiB at `POST /api/v1/tools/{tool}` and `/api/mcp`.',
    whatToDo: ['Send less. A SKILL.md may have up to 524,288 characters.'],
  },
  rate_limited: {
    meaning:
      'More requests came than a limit allows: 600 in any 60 seconds with one key (REST and MCP together), 10 problem reports an hour with one key and 30 in the organisation, 5 tests a minute of one channel.',
    whatToDo: [
      'Wait as many seconds as the header `Retry-After` says; the next request is then accepted.',
      'Instead of asking again and again, let a request wait for its answer with `wait_seconds`.',
    ],
  },
  internal: {
    meaning: 'Something failed inside the service. It says nothing about the request.',
    whatToDo: [
      'Quote the `request_id` to whoever runs the service: their log has the cause under it.',
      'A read can be repeated. Before an action is repeated, look whether it happened: `list_commands`, `list_jobs`.',
    ],
  },
  unavailable: {
    meaning: 'The database cannot be reached, or cannot write. Nothing was changed.',
    whatToDo: ['Repeat the request after as many seconds as the header `Retry-After` says.'],
  },
};
