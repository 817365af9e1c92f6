/** Header names in lower case; a header that came more than once is joined with a comma. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** An answer of the service that is no refusal: status 200 to 299 and JSON. */
export interface FleetResponse {
  readonly status: number;
  /** The body exactly as received. */
  readonly bytes: Uint8Array;
  /** The body as text. */
  readonly text: string;
  /** The body parsed with `parseJson`; undefined where the body is empty (204, 304). */
  readonly value: unknown;
  readonly requestId: string;
  readonly headers: ResponseHeaders;
}
