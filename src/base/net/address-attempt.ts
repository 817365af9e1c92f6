/**
 * Milliseconds that each address of a name but the last has to take a connection, which Node gives up before
 * it tries the next (`autoSelectFamilyAttemptTimeout`). In Node's own quarter of a second none is made to the
 * other side of the world or by satellite.
 */
export const ADDRESS_ATTEMPT_MS = 1_000;
