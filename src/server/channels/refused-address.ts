import { BlockList, isIP } from 'node:net';

/**
 * Where nothing is posted to: link-local addresses, at which clouds keep the metadata and keys of
 * their machines, the few other addresses at which some do, and groups.
 */
const REFUSED = new BlockList();
REFUSED.addSubnet('169.254.0.0', 16);
REFUSED.addSubnet('fe80::', 10, 'ipv6');
REFUSED.addAddress('100.100.100.200');
REFUSED.addAddress('168.63.129.16');
REFUSED.addAddress('fd00:ec2::254', 'ipv6');
REFUSED.addAddress('fd20:ce::254', 'ipv6');
REFUSED.addSubnet('224.0.0.0', 3);
REFUSED.addSubnet('ff00::', 8, 'ipv6');

/**
 * Networks of IPv6 in which an address leads to the IPv4 address at its end: compatible ones (RFC 4291,
 * 2.5.5.1), translated ones (RFC 2765), NAT64 (RFC 6052, 8215). `BlockList` itself knows mapped ones.
 */
const IPV4_AT_END = ['::', '::ffff:0:', '64:ff9b::', '64:ff9b:1::'];
for (const network of IPV4_AT_END) {
  REFUSED.addSubnet(`${network}169.254.0.0`, 112, 'ipv6');
  REFUSED.addAddress(`${network}100.100.100.200`, 'ipv6');
  REFUSED.addAddress(`${network}168.63.129.16`, 'ipv6');
}
// 6to4 (RFC 3056) has it at the beginning.
REFUSED.addSubnet('2002:a9fe::', 32, 'ipv6');
REFUSED.addSubnet('2002:6464:64c8::', 48, 'ipv6');
REFUSED.addSubnet('2002:a83f:8110::', 48, 'ipv6');

/**
 * Whether nothing may be posted to a host that has these addresses; one that is refused is enough,
 * since whoever has the name may answer with it at the next question. What is no address is refused.
 */
export function isRefused(addresses: readonly string[]): boolean {
  return addresses.some((address) => {
    const family = isIP(address);
    return family === 0 || REFUSED.check(address, family === 6 ? 'ipv6' : 'ipv4');
  });
}

/** Whether a URL names a refused address itself; a name is looked up only when it is posted to. */
export function namesRefusedAddress({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[|\]$/g, '');
  return isIP(host) !== 0 && isRefused([host]);
}
