import { settingFailure, usageFailure } from '../../contract/failure.ts';
import {
  ALERT_TYPES,
  type AlertType,
  CHANNEL_KINDS,
  type ChannelKind,
} from '../../contract/record/channel.ts';
import { isEmailAddress } from '../catalogue/email-address.ts';
import { webAddress } from '../channels/channel-record.ts';
import { namesRefusedAddress } from '../channels/refused-address.ts';

const ADDRESS_CHARS_MAX = 2000;

/** A kind of channel. Throws `Failure` usage. */
export function checkKind(text: string): ChannelKind {
  const kind = CHANNEL_KINDS.find((candidate) => candidate === text);
  if (kind !== undefined) return kind;
  throw settingFailure('The kind is not known', {
    setting: 'kind',
    value: text,
    allowed: CHANNEL_KINDS,
  });
}

/** Alert types, each once and in their order; none given is all. Throws `Failure` usage. */
export function checkAlertTypes(texts: readonly string[]): readonly AlertType[] {
  const unknown = texts.find((text) => !ALERT_TYPES.some((type) => type === text));
  if (unknown === undefined) {
    return texts.length === 0 ? ALERT_TYPES : ALERT_TYPES.filter((type) => texts.includes(type));
  }
  throw settingFailure('The alert type is not known', {
    setting: 'alert-type',
    value: unknown,
    allowed: ALERT_TYPES,
  });
}

const ALLOWED: Readonly<Record<ChannelKind, string>> = {
  webhook: 'an http or https URL without user and password, of no link-local or metadata address,',
  email: 'an email address',
  chat: 'the name or the URL of a chat channel',
};

/**
 * Where a channel of this kind sends to. Throws `Failure` usage, which does not repeat the address:
 * it may hold a secret.
 */
export function checkAddress(kind: ChannelKind, text: string): string {
  const address = text.trim();
  const isText = address !== '' && address.isWellFormed() && !/\p{Cc}/u.test(address);
  if (isText && [...address].length <= ADDRESS_CHARS_MAX && fits(kind, address)) return address;
  throw usageFailure(
    'The address is not valid',
    `The address of a ${kind} channel must be ${ALLOWED[kind]}, up to ${ADDRESS_CHARS_MAX} characters.`,
  );
}

function fits(kind: ChannelKind, address: string): boolean {
  const url = webAddress(address);
  if (kind === 'webhook') {
    const isOpen = url !== undefined && url.username === '' && url.password === '';
    return isOpen && !namesRefusedAddress(url);
  }
  return kind === 'chat' || isEmailAddress(address);
}
