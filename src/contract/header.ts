/** Header names, in the lower case in which Node reports them. */
export const REQUEST_ID_HEADER = 'x-request-id';
export const IDEMPOTENCY_KEY_HEADER = 'idempotency-key';

/** A caller's own request id: 1 to 128 of these characters (specification, rule 10). */
export const REQUEST_ID_PATTERN = /^[A-Za-z0-9._:-]{1,128}$/;
