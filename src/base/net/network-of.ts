/** Groups of 16 bits of an IPv6 address, and of the network that one customer gets of it. */
const GROUPS = 8;
const NETWORK_GROUPS = 4;

/**
 * By what an address is counted: an IPv4 address as it is, also one written in IPv6 (RFC 4291,
 * 2.5.5.2), an IPv6 address by its /64, in which whoever has one address has all (RFC 6177).
 *
 * @param address as a socket gives it, perhaps with a zone (RFC 4007)
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%');
  const mapped = /^::ffff:(\d+(?:\.\d+){3})$/i.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  if (!plain.includes(':')) return plain;
  // An IPv4 address at the end is two groups, of which none is in the /64.
  const [before = '', after] = plain.replace(/(?<=:)\d+(\.\d+){3}$/, '0:0').split('::');
  const [first, last] = [before, after ?? ''].map((text) => (text === '' ? [] : text.split(':')));
  const known = [...(first ?? []), ...(last ?? [])];
  const zeros = Array.from({ length: Math.max(0, GROUPS - known.length) }, () => '0');
  const groups = [...(first ?? []), ...zeros, ...(last ?? [])].slice(0, NETWORK_GROUPS);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}
