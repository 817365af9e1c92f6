/** The number of the user that this process acts as; `none` on Windows. */
export function currentUser(): number | 'none' {
  return process.geteuid?.() ?? 'none';
}
