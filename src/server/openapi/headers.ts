/** Every answer carries the request's id (specification, rule 10). */
export const REQUEST_ID = {
  'x-request-id': {
    description: "The caller's own request id where it sent one, else a new one.",
    required: true,
    schema: { type: 'string' },
  },
} as const;

export const ETAG = {
  etag: {
    description: 'Send it back as `If-None-Match`.',
    required: true,
    schema: { type: 'string' },
  },
} as const;
