import type { Caller } from '../access/caller.ts';

/** A request as the routes see it: nothing of the HTTP library, and the body only when asked for. */
export interface RouteRequest {
  readonly requestId: string;
  /** The `Authorization` header as it came. */
  readonly authorization: string | undefined;
  /** All headers, with names in lower case. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly ifNoneMatch: string | undefined;
  /** Where the request came from; null once the connection is gone. */
  readonly address: string | null;
  /** Members taken from the path, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  /** The same as it came, without its `?`. */
  readonly rawQuery: string;
  /** Aborts when the client disconnects or the server stops. */
  readonly signal: AbortSignal;
  /**
   * Reads the body as JSON, of at most the route's size; `undefined` when it is empty.
   *
   * @param sender whose body it is: one sender's take so much memory while they are on their way
   */
  readBody(sender: BodyOwner): Promise<unknown>;
  /** Reads the body as it is, whatever its type. */
  readBytes(sender: BodyOwner): Promise<Uint8Array>;
}

/** Who sends a body: by the organisation, and the id of the key, token, machine or hosted URL. */
export type BodyOwner = Pick<Caller, 'organisation' | 'credential'>;

/** What goes back; `body` is JSON, or text where it is a string with its own content type. */
export interface RouteResponse {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** Goes back as it comes, instead of a body. */
  readonly stream?: ReadableStream<Uint8Array>;
}

/**
 * What lets a request in: a key or token; nothing, for a page that anybody may read or for the health
 * check, which is counted by itself so that whoever reads pages does not hinder it; or the URL.
 */
export type Door = 'credential' | 'page' | 'health' | 'hosted_url';

export interface Route {
  readonly method: 'GET' | 'POST' | 'DELETE';
  /** Whole path with `{member}` for each part that varies. */
  readonly path: string;
  readonly bodyBytesMax?: number;
  /** `credential` without it. */
  readonly door?: Door;
  handle(incoming: RouteRequest): Promise<RouteResponse>;
}
