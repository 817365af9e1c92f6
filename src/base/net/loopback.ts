/**
 * Whether `host` is this computer by its name or address: `localhost`, 127.0.0.0/8 or ::1, an IPv6
 * address with or without its brackets. No name is looked up, and names below `localhost` do not
 * count: a resolver may send them anywhere (RFC 6761, 6.3, only asks it not to).
 */
export function isLoopback(host: string): boolean {
  return /^(localhost|127(\.\d{1,3}){3}|::1|\[::1\])$/i.test(host);
}
