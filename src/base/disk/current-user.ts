import { userInfo } from 'node:os';

/** The number of this user; `none` on Windows, `unknown` where the system has no entry for it. */
export function currentUser(): number | 'none' | 'unknown' {
  try {
    const { uid } = userInfo();
    return uid < 0 ? 'none' : uid;
  } catch {
    return 'unknown';
  }
}
