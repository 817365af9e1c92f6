import type { SecretContext } from './context.ts';

/** What was not sent yet ends within this time, and has nothing to tell. */
const SOON_MS = 50;

/**
 * What a request gives that is never taken back once it is on its way. Who wants it to end meanwhile is
 * told that it is waited for, and that the entry of this `id` stays.
 */
export async function tellOnInterrupt<Response>(
  { clock, signal, waitsOn }: Pick<SecretContext, 'clock' | 'signal' | 'waitsOn'>,
  id: string,
  request: Promise<Response>,
): Promise<Response> {
  let forget = (): void => {};
  const tellSoon = (): void => {
    forget = clock.after(SOON_MS, () => waitsOn(id));
  };
  signal.addEventListener('abort', tellSoon, { once: true });
  try {
    return await request;
  } finally {
    signal.removeEventListener('abort', tellSoon);
    forget();
  }
}
