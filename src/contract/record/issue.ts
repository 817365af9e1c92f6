/** Values of a problem report (specification, "Resources and their fields"). */
export const ISSUE_KINDS = ['bug', 'question', 'feature', 'other'] as const;
export const ISSUE_SEVERITIES = ['low', 'normal', 'high', 'urgent'] as const;
export const ISSUE_STATUSES = ['open', 'acknowledged', 'resolved', 'closed'] as const;

export type IssueKind = (typeof ISSUE_KINDS)[number];
export type IssueSeverity = (typeof ISSUE_SEVERITIES)[number];
export type IssueStatus = (typeof ISSUE_STATUSES)[number];
