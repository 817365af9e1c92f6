/** Header names in lower case; a header that came more than once is joined with a comma. */
export type ResponseHeaders = Readonly<Record<string, string>>;

/** A response of the service that is no error: status 200 to 299 with JSON, 204, or 304 where asked for. */
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
  /** A text of the response without the key that was sent, for one that is told as an error. */
  readonly withoutKey: (text: string) => string;
}

/** How one attempt of a request ended. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: ResponseHeaders;
      readonly bytes: Uint8Array;
    }
  /** No byte of the request was sent: it was not connected, or not to the service. */
  | ({ readonly kind: Unsent } & ConnectFault)
  /** The connection broke after the request may have been received; with `hasBegun` in its response. */
  | { readonly kind: 'broken'; readonly reason: string; readonly hasBegun: boolean }
  /** With `proxy` it went through that: what was not sent then, was waiting for its connection. */
  | { readonly kind: 'timed_out'; readonly sent: boolean; readonly proxy?: string | undefined }
  | { readonly kind: 'aborted'; readonly sent: boolean }
  | { readonly kind: 'too_large' };

export type Unanswered = Exclude<AttemptResult, { readonly kind: 'answered' }>;

/**
 * Why nothing was sent. `not_connected`: name not found, refused, it took too long. Another try would
 * end like the others: the certificate is not trusted, there is no TLS, the proxy does not let it through.
 */
export type Unsent = 'not_connected' | 'not_trusted' | 'no_tls' | 'proxy_refused';

export interface ConnectFault {
  /** The code of Node, OpenSSL or undici. */
  readonly reason: string;
  /** Host and port of the proxy, where it failed there and not at the service. */
  readonly proxy?: string;
  /** What the proxy responded to CONNECT. */
  readonly status?: number;
  /** Of a certificate that is not valid at this time. */
  readonly validity?: CertificateValidity;
}

export interface CertificateValidity {
  readonly fromMs: number;
  readonly toMs: number;
  /** Whether it is one of those that signed the certificate of the other end, and not that itself. */
  readonly isAbove: boolean;
}

/** One attempt as it goes out. */
export interface OutgoingRequest {
  /** It changes nothing, so that it may be sent again. */
  readonly isRead: boolean;
  readonly method: string;
  /** Path and query as they are sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** For the whole of it, to the last byte of the response. */
  readonly timeoutMs: number;
  /** With `sendingSignal` it ends only what was not sent yet. */
  readonly signal: AbortSignal | undefined;
  readonly sendingSignal?: AbortSignal | undefined;
  readonly reading?: ResponseReader | undefined;
}

/** How a response is read while it comes, where it is not just collected. */
export interface ResponseReader {
  /**
   * Gets each part of the body as it comes, with the head it belongs to. Once it gives true the
   * response counts as complete, whether or not the other end closes it.
   */
  onPart?(head: ResponseHead, part: Uint8Array): boolean;
  /** Back-pressure: undefined where more of a large response may come now, else resolves when it may. */
  paused?(): Promise<void> | undefined;
}

/** Status and headers of a response; each attempt has its own. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}
