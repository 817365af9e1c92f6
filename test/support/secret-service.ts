import { onTestFinished } from 'vitest';
import { startSecretSession } from './secret/secret-session.ts';

/**
 * The environment in which programs reach a Secret Service of their own, unlocked, on a message bus
 * of its own; both end with the test.
 */
export async function startSecretService(): Promise<Readonly<Record<string, string>>> {
  const session = await startSecretSession();
  onTestFinished(() => session.end());
  return session.environment;
}
