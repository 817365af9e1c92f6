import { ago } from './amount.ts';
import { hasAny, textAt, timeAt } from './member.ts';
import type { View } from './view.ts';

/** Members and invitations: the role, who it is, since when. */
export const memberView: View = {
  fits: (record) => hasAny(record, 'role') && hasAny(record, 'email'),
  columns: [
    { head: 'ROLE', goes: 0, cell: (one) => textAt(one, 'role') },
    { head: 'NAME', goes: 0, cell: (one) => textAt(one, 'name', 'email'), takesRest: true },
    { head: 'EMAIL', goes: 2, cell: (one) => textAt(one, 'email'), widthMax: 40 },
    { head: 'SINCE', goes: 3, cell: (one, now) => ago(timeAt(one, 'created_at'), now) },
    { head: 'EXPIRES', goes: 4, cell: (one, now) => ago(timeAt(one, 'expires_at'), now) },
    { head: 'ID', goes: 1, cell: (one) => textAt(one, 'id') },
  ],
  card: (member, now) => ({
    state: '',
    title: textAt(member, 'name', 'email'),
    parts: [
      { label: 'role', value: textAt(member, 'role') },
      { label: 'email', value: textAt(member, 'email') },
      { label: 'since', value: ago(timeAt(member, 'created_at'), now) },
      { label: 'expires', value: ago(timeAt(member, 'expires_at'), now) },
      { label: 'id', value: textAt(member, 'id') },
    ],
  }),
};
