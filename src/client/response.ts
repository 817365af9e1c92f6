import type { ResponseHeaders } from './answer.ts';

/** How one try of a request ended. */
export type AttemptResult =
  | {
      readonly kind: 'answered';
      readonly status: number;
      readonly headers: ResponseHeaders;
      readonly bytes: Uint8Array;
    }
  /** No byte was sent: name not found, refused, no TLS, connecting took too long. */
  | { readonly kind: 'not_connected'; readonly reason: string }
  /** No byte was sent, and another try would end alike: the certificate is not trusted. */
  | { readonly kind: 'not_trusted'; readonly reason: string }
  /** The connection broke after the request may have been received. */
  | { readonly kind: 'broken'; readonly reason: string }
  | { readonly kind: 'timed_out'; readonly sent: boolean }
  | { readonly kind: 'aborted'; readonly sent: boolean }
  | { readonly kind: 'too_large' };

/** One try on the wire. */
export interface OutgoingRequest {
  readonly origin: string;
  readonly method: string;
  /** Path and query as they are sent. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** For the whole of it, to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly reading?: ResponseReader | undefined;
}

/** How an answer is taken in, where it is not just collected. */
export interface ResponseReader {
  /**
   * Sees each part of the body as it comes, with the head it belongs to. Once it gives true the
   * answer counts as whole, whether or not the other end closes it.
   */
  onPart?(head: ResponseHead, part: Uint8Array): boolean;
  /** Undefined where more of a large answer may come now, else resolves when it may. */
  held?(): Promise<void> | undefined;
}

/** What an answer begins with; each try has one of its own. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: ResponseHeaders;
}
