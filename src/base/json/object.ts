/** A JSON object, or any other object that is no array. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** Whether `value` is an object with members: not null, no array. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The members of an object; of anything else none. */
export function membersOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
