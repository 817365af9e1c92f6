import { settingFailure } from '../../contract/failure.ts';
import { settingsOf } from '../audit/audit-details.ts';
import type { AuditFacts } from '../audit/record-audit.ts';
import {
  deleteChannel,
  findChannel,
  insertChannel,
  listChannels,
  updateChannel,
} from '../channels/channel-queries.ts';
import { channelSubject, toChannelRecord } from '../channels/channel-record.ts';
import { deletePendingNotifications } from '../channels/notification-queries.ts';
import { parseId } from '../database/row-id.ts';
import type { WriteTransaction } from '../database/store.ts';
import type { ChannelRow } from '../database/tables/notifications.ts';
import { type Admin, audit, chosenOrganisation, notFound } from './admin.ts';
import { checkAddress, checkAlertTypes, checkKind } from './channel-input.ts';
import { requireRoom } from './require-plan-room.ts';

/** A channel as `list_channels` shows it: of a URL, only the host. */
type ChannelRecord = ReturnType<typeof toChannelRecord>;

export interface ChannelRequest {
  readonly kind: string;
  readonly address: string;
  /** All of them where none is given. */
  readonly alertTypes: readonly string[];
}

interface ChannelChanges {
  readonly address?: string | undefined;
  readonly alertTypes?: readonly string[] | undefined;
  readonly enabled?: boolean | undefined;
}

/** Adds a channel, turned on. Throws `Failure` usage. */
export async function addChannel(admin: Admin, request: ChannelRequest): Promise<ChannelRecord> {
  const kind = checkKind(request.kind);
  const address = checkAddress(kind, request.address);
  const types = checkAlertTypes(request.alertTypes);
  return admin.store.write(async (transaction) => {
    const { id: organisation } = await chosenOrganisation(transaction.db, admin.organisation);
    await requireRoom(transaction, organisation, 'channels');
    const channel = await insertChannel(transaction, {
      organisation,
      id: transaction.newId(),
      kind,
      address,
      alert_types: JSON.stringify(types),
      enabled: 1,
      created_at: transaction.now,
    });
    await audit(transaction, {
      organisation,
      actor: admin.actor,
      action: 'channel.create',
      subject: channelSubject(channel),
      changed: settingsOf({ kind, alert_types: types }),
    });
    return toChannelRecord(channel);
  });
}

/** Every channel of the organisation, newest first. */
export async function listAllChannels(admin: Admin): Promise<readonly ChannelRecord[]> {
  return admin.store.read(async (db) => {
    const { id } = await chosenOrganisation(db, admin.organisation);
    return (await listChannels(db, id)).map(toChannelRecord);
  });
}

/**
 * Changes what is given. Turning a channel off drops its pending notifications. Throws
 * `Failure` usage, or refused, `not_found`.
 */
export async function setChannel(
  admin: Admin,
  named: string,
  changes: ChannelChanges,
): Promise<ChannelRecord> {
  const { address, alertTypes, enabled } = changes;
  const types = alertTypes === undefined ? undefined : checkAlertTypes(alertTypes);
  if (address === undefined && types === undefined && enabled === undefined) {
    throw settingFailure('Nothing to set', { noneOf: ['address', 'alert-type', 'enabled'] });
  }
  const entry = {
    action: 'channel.update',
    changed: [
      ...(address === undefined ? [] : [{ name: 'address' }]),
      ...settingsOf({ alert_types: types, enabled }),
    ],
  };
  return onChannel(admin, named, entry, async (transaction, channel) => {
    if (enabled === false) await dropPendingOf(transaction, channel);
    const columns = {
      ...(address === undefined ? {} : { address: checkAddress(channel.kind, address) }),
      ...(types === undefined ? {} : { alert_types: JSON.stringify(types) }),
      ...(enabled === undefined ? {} : { enabled: enabled ? 1 : 0 }),
    };
    const changed = await updateChannel(transaction, channel, columns);
    return toChannelRecord(changed ?? channel);
  });
}

/** Removes a channel with its pending notifications. Throws `Failure` refused, `not_found`. */
export async function removeChannel(admin: Admin, named: string): Promise<{ readonly id: string }> {
  return onChannel(admin, named, { action: 'channel.remove' }, async (transaction, channel) => {
    await dropPendingOf(transaction, channel);
    await deleteChannel(transaction, channel);
    return { id: named };
  });
}

function dropPendingOf(transaction: WriteTransaction, channel: ChannelRow): Promise<void> {
  return deletePendingNotifications(transaction, { ...channel, channel: channel.id });
}

/** Finds the channel, works on it and audits that, in one transaction. */
async function onChannel<T>(
  admin: Admin,
  named: string,
  entry: AuditFacts,
  work: (transaction: WriteTransaction, channel: ChannelRow) => Promise<T>,
): Promise<T> {
  return admin.store.write(async (transaction) => {
    const { id: organisation } = await chosenOrganisation(transaction.db, admin.organisation);
    const id = parseId('chn', named);
    const channel =
      id === undefined ? undefined : await findChannel(transaction.db, { organisation, id });
    if (channel === undefined) throw notFound('channel id', named);
    const about = { organisation, actor: admin.actor, subject: channelSubject(channel) };
    await audit(transaction, { ...about, ...entry });
    return work(transaction, channel);
  });
}
