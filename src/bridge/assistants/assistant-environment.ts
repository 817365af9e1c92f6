import type { Environment } from '../../base/environment.ts';

/** What the MCP SDKs hand on to a server on stdio, by platform; nothing of a person's shell else. */
const HANDED_ON = {
  posix: ['HOME', 'LOGNAME', 'PATH', 'SHELL', 'TERM', 'USER'],
  win32: [
    'APPDATA',
    'HOMEDRIVE',
    'HOMEPATH',
    'LOCALAPPDATA',
    'PATH',
    'PROCESSOR_ARCHITECTURE',
    'PROGRAMFILES',
    'SYSTEMDRIVE',
    'SYSTEMROOT',
    'TEMP',
    'USERNAME',
    'USERPROFILE',
  ],
} as const;

/**
 * The environment that an assistant gives a server: the few variables that the SDKs hand on, and those
 * of the entry. A key that is set in a terminal only is not among them, and that is the point.
 */
export function assistantEnvironment(
  environment: Environment,
  platform: string,
  own: Readonly<Record<string, string>>,
): Environment {
  const names = platform === 'win32' ? HANDED_ON.win32 : HANDED_ON.posix;
  return { ...Object.fromEntries(names.map((name) => [name, environment[name]])), ...own };
}
