import type { Selectable } from 'kysely';
import type { Role } from '../../../contract/scope.ts';

/** Tables of people, their invitations and app tokens, part of `schema.ts`. */
export interface PeopleTables {
  people: PeopleTable;
  invitations: InvitationsTable;
  app_tokens: AppTokensTable;
  deployment: DeploymentTable;
}

interface PeopleTable {
  organisation: number;
  id: number;
  name: string;
  /** In lower case, once in an organisation. */
  email: string;
  role: Role;
  created_at: number;
}

interface InvitationsTable {
  organisation: number;
  id: number;
  email: string;
  role: Role;
  created_at: number;
  expires_at: number;
}

/** OAuth tokens of connected apps, each of one person. */
interface AppTokensTable {
  organisation: number;
  id: number;
  person: number;
  /** The app's name. */
  name: string;
  /** SHA-256 of the whole token, in hexadecimal. */
  hash: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
}

/** Settings of the running `fleet serve` that `fleet admin` reads. */
interface DeploymentTable {
  name: 'enforce_plans' | 'history_notice' | 'task_key';
  value: string;
}

export type PersonRow = Selectable<PeopleTable>;
export type InvitationRow = Selectable<InvitationsTable>;
export type AppTokenRow = Selectable<AppTokensTable>;
