import type { Clock } from '../../base/time/clock.ts';
import { type CachedCatalogue, markCatalogueStale } from './cache.ts';
import type { CatalogueReader } from './fetch.ts';

/** How long a run that is over waits for news of the catalogue. */
const WAIT_MS = 50;
const TIMEOUT_MS = 3_000;

/** A larger one takes longer to read and to write than anybody would wait; the next run fetches it first. */
const BYTES_MAX = 4 * 1024 * 1024;

/** What `renewBeside` does, to be ended before the program does. */
interface Renewal {
  /** Keeps what has come by now or within 50 ms. Never rejects. */
  end(): Promise<void>;
}

/**
 * Asks for a newer catalogue beside the request of a run, which goes by the older one. Nothing of it is
 * printed, and it failing is no reason to say so: a later run asks again.
 */
export function renewBeside(reader: CatalogueReader, known: CachedCatalogue): Renewal {
  const asked = ask(reader, known).catch(() => undefined);
  return {
    async end() {
      const receive = await within(reader.clock, asked);
      await receive?.().catch(() => {});
      await reader.client.close();
    },
  };
}

/** Gives what is to be done with the response. */
async function ask(reader: CatalogueReader, known: CachedCatalogue): Promise<() => Promise<void>> {
  const { receiveCatalogue, requestCatalogue } = await import('./fetch.ts');
  const response = await requestCatalogue(reader, known, TIMEOUT_MS);
  return async () => {
    if (response.bytes.length > BYTES_MAX) return markCatalogueStale(reader.cache);
    await receiveCatalogue(reader, known, response);
  };
}

function within<Value>(clock: Clock, asked: Promise<Value>): Promise<Value | undefined> {
  const late = Promise.withResolvers<undefined>();
  const forget = clock.after(WAIT_MS, () => late.resolve(undefined));
  return Promise.race([asked, late.promise]).finally(forget);
}
