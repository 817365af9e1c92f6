import type { MachineConfig } from '../config/machine-config.ts';

/**
 * A script that limits its shell, and everything that this one starts, and then becomes the program in
 * its arguments. A shell that has no such limit, and a system that allows less already, go
 * on without. POSIX knows the size of files alone, in blocks of 512 bytes; the number of processes
 * is `-u` in most shells and `-p` in dash.
 */
export function limitingScript(limits: MachineConfig['limits']): string {
  const { file_mb: fileMb, memory_mb: memoryMb, processes } = limits;
  return [
    'ulimit -c 0',
    `ulimit -d ${memoryMb * 1024}`,
    `ulimit -f ${fileMb * 2048}`,
    `ulimit -u ${processes} 2>/dev/null || ulimit -p ${processes}`,
    '',
  ]
    .join(' 2>/dev/null\n')
    .concat('exec "$@"\n');
}
