/**
 * Resolves once what listens for signals has heard those that came by now: one is heard in the next turn but
 * one, since what came while there was no turn is in its pipe.
 */
export async function heardSignals(): Promise<void> {
  await nextTurn();
  await nextTurn();
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
