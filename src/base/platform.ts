/** A system, as Node names it. */
export type Platform = NodeJS.Platform;

/**
 * The system that this process runs on. What differs between systems takes it as a parameter, so that a
 * test gives another one; nothing else of `src/` asks Node for it (`npm run check`).
 */
export function thisPlatform(): Platform {
  return process.platform;
}
