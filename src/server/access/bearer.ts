import { Refusal } from '../refusal.ts';

/**
 * The credential in an `Authorization` header (RFC 6750). Throws `unauthorized` where there is
 * none; a key anywhere else in a request, such as its URL, is never looked at.
 */
export function bearerOf(header: string | undefined): string {
  const [, credential = ''] = /^bearer +(\S+) *$/i.exec(header ?? '') ?? [];
  if (credential !== '') return credential;
  throw new Refusal(
    'unauthorized',
    'The request carries no credential; send the header `Authorization: Bearer <API key>`.',
  );
}
