import type { ChannelRow } from '../database/tables/notifications.ts';

/** The address of a channel as it may be shown: of a URL, which may hold a secret, only the host. */
export function shownAddress({ address }: Pick<ChannelRow, 'address'>): string {
  return webAddress(address)?.host ?? address;
}

/** The address as a URL that can be posted to; undefined for any other text. */
export function webAddress(address: string): URL | undefined {
  const url = URL.parse(address);
  return url?.protocol === 'http:' || url?.protocol === 'https:' ? url : undefined;
}
