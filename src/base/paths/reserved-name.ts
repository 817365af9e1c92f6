import type { Platform } from '../platform.ts';

/** Devices of Windows, in every folder, also where an extension follows ("Naming Files, Paths, and Namespaces"). */
const DEVICE = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i;

/**
 * Why a system takes `name` for another one than it says, so that no file may have it; undefined where it
 * may. What is written to the device `NUL` is gone, and `prod.` is the file `prod`.
 */
export function reservedName(name: string, platform: Platform): string | undefined {
  if (platform !== 'win32') return undefined;
  if (DEVICE.test(name)) return 'Windows keeps that name for a device';
  if (/[. ]$/.test(name)) return 'Windows leaves out a dot or a space at its end';
  return undefined;
}
