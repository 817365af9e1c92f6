import { z } from 'zod';
import { scopeAllows } from '../../contract/scope.ts';
import { defineOperation } from '../catalogue/operation.ts';
import { listOf } from '../catalogue/record-fields.ts';
import { pendingInvitations } from './invitation-queries.ts';
import { invitationSchema, memberSchema, toInvitation, toMember } from './member-record.ts';
import { listPeople } from './person-queries.ts';

export const listMembers = defineOperation({
  name: 'list_members',
  description: 'People of the organisation with their roles; admin keys also see who is invited.',
  scope: 'fleet:read',
  class: 'read',
  input: z.strictObject({}),
  responses: {
    200: listOf('members', memberSchema).extend({
      invitations: z.array(invitationSchema).describe('Only for admin keys.').optional(),
    }),
  },
  refusals: [],
  async run({ service, caller }) {
    const people = await service.store.read((db) => listPeople(db, caller.organisation));
    const members = people.map(toMember);
    if (!scopeAllows(caller.scope, 'fleet:admin')) return { body: { members, next_before: null } };
    const now = service.clock.now();
    const invited = await service.store.read((db) =>
      pendingInvitations(db, caller.organisation, now),
    );
    return { body: { members, invitations: invited.map(toInvitation), next_before: null } };
  },
});
