import { reference } from './inputs.ts';
import type { OperationRow } from './operation-row.ts';

/** Operations on the organisation and its problem reports. */
export const ORGANISATION_OPERATIONS = {
  get_settings: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Organisation name, slug, plan, store_payloads.',
    input: {},
  },
  update_settings: {
    scope: 'fleet:admin',
    class: 'write',
    text: 'Renames the organisation or sets store_payloads, at least one of them.',
    input: {
      name: { type: 'string', min: 1, max: 100, ours: true },
      store_payloads: { type: 'boolean' },
    },
  },
  get_billing: {
    scope: 'fleet:read',
    class: 'read',
    text: 'Plan in force, limits, usage with room left, fitting plan, where to change it.',
    input: {},
  },
  get_pricing: {
    scope: 'fleet:read',
    class: 'read',
    text: 'The 43rd operation, chosen by wire-decisions: every plan with prices and limits.',
    input: {},
  },
  list_members: {
    scope: 'fleet:read',
    class: 'read',
    text: 'People and roles; admin keys also see pending invitations.',
    input: {},
  },
  list_channels: {
    scope: 'fleet:admin',
    class: 'read',
    text: 'Notification channels.',
    input: {},
  },
  test_channel: {
    scope: 'fleet:admin',
    class: 'write',
    text: 'Sends a sample alert and records whether it arrived.',
    input: { channel: { type: 'string', required: true, ours: true } },
  },
  list_audit_log: {
    scope: 'fleet:admin',
    class: 'read',
    text: 'Audit entries; action is exact or a prefix that ends in a dot.',
    input: {
      action: { type: 'string' },
      before: { type: 'string', ours: true },
      limit: { type: 'integer', min: 1, max: 100, default: 50, ours: true },
    },
  },
  report_issue: {
    scope: 'fleet:read',
    class: 'write',
    text: 'Reports a problem; answers with its number and its link on the dashboard.',
    input: {
      title: { type: 'string', required: true, min: 1, max: 200 },
      body: { type: 'string', max: 20000 },
      kind: { type: 'string', values: ['bug', 'question', 'feature', 'other'] },
      severity: { type: 'string', values: ['low', 'normal', 'high', 'urgent'] },
      contact_email: { type: 'string', max: 320, email: true },
      machine: reference,
      job: reference,
      delivery: reference,
      skill: reference,
      diagnostics: { type: 'object' },
    },
  },
  list_issues: {
    scope: 'fleet:read',
    class: 'read',
    text: 'The reports of the organisation, newest first.',
    input: {
      status: { type: 'string', values: ['open', 'acknowledged', 'resolved', 'closed'] },
      before: { type: 'string' },
      limit: { type: 'integer', min: 1, max: 100, default: 20 },
    },
  },
  get_issue: {
    scope: 'fleet:read',
    class: 'read',
    text: 'One report with diagnostics and whether its emails went out; 12, #12 or an id.',
    input: { issue: { type: 'string', required: true } },
  },
} as const satisfies Readonly<Record<string, OperationRow>>;
