import { readFileSync } from 'node:fs';

/**
 * Whether this process is in the background of its terminal, where `&` puts it, and `timeout` in a script.
 * Whoever reads a key there is stopped by the system, and then nothing but SIGKILL ends it. Only Linux says
 * so; on others it counts as being in the foreground.
 */
export function isInBackground(): boolean {
  try {
    const stat = readFileSync('/proc/self/stat', 'utf8');
    // Behind the name in brackets: state, parent, process group, session, terminal, its foreground group.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number);
    const [, , group = 0, , , foreground = 0] = fields;
    // 0 is a group of another namespace, and -1 is that of no terminal.
    return group > 0 && foreground > 0 && group !== foreground;
  } catch {
    return false;
  }
}
