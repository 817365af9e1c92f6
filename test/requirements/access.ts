import type { Section } from './entry.ts';

const source = 'Authentication';

/** Who may do what, and with which credential. */
export const ACCESS = {
  'AUTH-bearer': {
    source,
    text: 'Every request but GET /api/v1/pricing carries Authorization: Bearer.',
    without: ['GET /api/v1/pricing'],
  },
  'AUTH-never-in-url': { source, text: 'A key in a URL is no credential.' },
  'AUTH-one-scope': {
    source,
    text: 'A key has one scope and acts as the role of that scope.',
    roles: { 'fleet:read': 'viewer', 'fleet:run': 'member', 'fleet:admin': 'admin' },
  },
  'AUTH-oauth': {
    source,
    text: 'A connected app presents its token and acts with the role of its person.',
  },
  'AUTH-hashed': { source, text: 'A key is shown once and stored hashed.' },
  'AUTH-no-credential': {
    source,
    text: 'No credential is refused.',
    code: 'unauthorized',
    status: 401,
  },
  'AUTH-invalid-key': {
    source,
    text: 'An unknown, revoked or expired key is refused.',
    code: 'invalid_key',
    status: 401,
  },
  'AUTH-forbidden': {
    source,
    text: 'A scope or role that does not allow the operation or command is refused.',
    code: 'forbidden',
    status: 403,
  },
  'AUTH-command-scope': {
    source,
    text: 'The scope of a queued command may exceed the scope of the route that queues it.',
    admin: ['logs.tail', 'config.get', 'config.patch', 'service.restart', 'update.install'],
  },
  'AUTH-secrets': {
    source,
    text: 'The secrets route needs fleet:admin and a machine in control mode.',
  },
  'AUTH-report': { source, text: 'Any key may report a problem.' },
  'SCOPE-matrix': {
    source,
    text: 'Each operation that exists is allowed and refused as its scope says, for all three scopes.',
    order: ['fleet:read', 'fleet:run', 'fleet:admin'],
  },
  'CLASS-table': {
    source: 'Catalogue operations',
    text: 'Each operation has the class of the table.',
  },
} as const satisfies Section;
