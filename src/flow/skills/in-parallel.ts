/**
 * What `act` gives for each item, in the order of the items, with at most `max` under way at once.
 * Rejects with the first failure, after which no further item is begun.
 */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  max: number,
  act: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  let next = 0;
  let hasFailed = false;
  const worker = async (): Promise<void> => {
    while (next < items.length && !hasFailed) {
      const at = next;
      next += 1;
      const item = items[at] as Item;
      results[at] = await act(item).catch((error: unknown) => {
        hasFailed = true;
        throw error;
      });
    }
  };
  await Promise.all(Array.from({ length: Math.min(max, items.length) }, worker));
  return results;
}
