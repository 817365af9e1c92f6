import type { AlertRow } from '../database/schema.ts';
import { defineEvent } from '../database/transaction-event.ts';

/** An alert was opened or resolved. */
export const alertChanged = defineEvent<AlertRow>('alert changed');
