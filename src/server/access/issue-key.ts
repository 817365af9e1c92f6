import type { Scope } from '../../contract/scope.ts';
import type { ApiKeyRow } from '../database/schema.ts';
import type { WriteTransaction } from '../database/store.ts';
import { createKeyText, keyPrefix } from './api-key.ts';
import { insertKey } from './api-key-queries.ts';
import { hashToken } from './token-hash.ts';

interface KeyToIssue {
  readonly organisation: number;
  readonly name: string;
  readonly scope: Scope;
  /** When it stops working, in milliseconds; null is never. */
  readonly expiresAt: number | null;
  /** Row id of the person who makes it. */
  readonly createdBy?: number | undefined;
}

/** Makes an API key. `text` is the whole key: shown once, nothing keeps it. */
export async function issueKey(
  transaction: WriteTransaction,
  { organisation, name, scope, expiresAt, createdBy }: KeyToIssue,
): Promise<{ readonly key: ApiKeyRow; readonly text: string }> {
  const id = transaction.newId();
  const text = createKeyText(id);
  const key = await insertKey(transaction, {
    organisation,
    id,
    name,
    scope,
    prefix: keyPrefix(id),
    hash: hashToken(text),
    created_by: createdBy ?? null,
    expires_at: expiresAt,
  });
  return { key, text };
}
