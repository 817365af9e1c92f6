import type { Selectable } from 'kysely';
import type { ClaimState } from '../../../contract/record/claim.ts';
import type { LiveOutput } from '../../../contract/record/job.ts';

/** Tables of what is kept for a short time only, part of `schema.ts`. */
export interface ShortLivedTables {
  live_outputs: LiveOutputsTable;
  sealed_secrets: SealedSecretsTable;
  closed_questions: ClosedQuestionsTable;
}

interface LiveOutputsTable {
  organisation: number;
  /** The job's id. */
  id: number;
  stream: LiveOutput['stream'];
  /** The end of the stream, as last received. */
  text: string;
  received_at: number | null;
  /** When the watch ends. */
  until: number;
}

interface SealedSecretsTable {
  organisation: number;
  /** The id of the command that asked the machine for it. */
  id: number;
  state: ClaimState;
  /** Two minutes after the machine received the command; null until then. */
  expires_at: number | null;
  /** The sealed box, base64url, only in the state `sealed`. */
  sealed: string | null;
}

/** Questions that a client of MCP answered or turned down for its person, until the job leaves. */
interface ClosedQuestionsTable {
  organisation: number;
  job: number;
  /** Of the request, which one credential has for one question only. */
  key: string;
  closed_at: number;
}

export type LiveOutputRow = Selectable<LiveOutputsTable>;
export type SealedSecretRow = Selectable<SealedSecretsTable>;
