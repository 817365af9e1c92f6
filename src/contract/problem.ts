/** Error codes of the service with their HTTP status and title (specification, "Errors"). */
export const PROBLEMS = {
  unauthorized: { status: 401, title: 'No credential' },
  invalid_key: { status: 401, title: 'The key is unknown, revoked or expired' },
  forbidden: { status: 403, title: 'Not allowed for this key' },
  invalid_request: { status: 400, title: 'The request failed validation' },
  invalid_json: { status: 400, title: 'The body is not JSON' },
  invalid_args: { status: 400, title: 'The arguments do not match the protocol' },
  unknown_command: { status: 400, title: 'No such command' },
  unknown_tool: { status: 404, title: 'No operation of that name' },
  unknown_machine: { status: 404, title: 'No such machine' },
  unknown_job: { status: 404, title: 'No such job' },
  unknown_delivery: { status: 404, title: 'No such delivery' },
  unknown_alert: { status: 404, title: 'No such open alert' },
  unknown_channel: { status: 404, title: 'No such notification channel' },
  unknown_issue: { status: 404, title: 'No such problem report' },
  no_hosted_url: { status: 404, title: 'No hosted URL is turned on' },
  not_found: { status: 404, title: 'Not found' },
  ambiguous_machine: { status: 409, title: 'More than one machine has that name' },
  ambiguous_job: { status: 409, title: 'More than one job has that id' },
  ambiguous_delivery: { status: 409, title: 'More than one delivery has that id' },
  revoked: { status: 409, title: 'The machine was disconnected' },
  denied_by_machine: { status: 409, title: 'The machine refuses the command' },
  no_body: { status: 409, title: 'The whole body is not stored' },
  plan_limit: { status: 402, title: 'The plan has no room' },
  billing_unavailable: { status: 409, title: 'Plans are not available here' },
  too_large: { status: 413, title: 'The body is too large' },
  rate_limited: { status: 429, title: 'Too many requests' },
  internal: { status: 500, title: 'The service failed' },
  unavailable: { status: 503, title: 'The service is unavailable' },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** The body of every refusal, `application/problem+json` (RFC 9457). */
export interface Problem {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: string;
  readonly request_id: string;
}

export const PROBLEM_MEDIA_TYPE = 'application/problem+json';
