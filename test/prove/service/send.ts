import { Agent, request } from 'undici';

/** What a server answered. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: proofs look into answers of every shape
  readonly body: any;
  readonly tookMs: number;
}

export interface Sent {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'PATCH';
  /** With its query, from `/` on. */
  readonly path: string;
  /** A key or a machine's token. */
  readonly bearer: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

const LONGEST_MS = 300_000;
const agent = new Agent({
  connections: null,
  keepAliveTimeout: 30_000,
  headersTimeout: LONGEST_MS,
  bodyTimeout: LONGEST_MS,
});

/** Sends one request; undefined where no answer came, as from a server that was killed. */
export async function send(baseUrl: string, sent: Sent): Promise<Answer | undefined> {
  const { bearer, body, path, headers = {}, method = body === undefined ? 'GET' : 'POST' } = sent;
  const startedAt = performance.now();
  try {
    const answer = await request(`${baseUrl}${path}`, {
      dispatcher: agent,
      method,
      headers: {
        authorization: `Bearer ${bearer}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await answer.body.text();
    const tookMs = performance.now() - startedAt;
    const isJson = String(answer.headers['content-type']).includes('json') && text !== '';
    const parsed = isJson ? JSON.parse(text) : undefined;
    return { status: answer.statusCode, headers: answer.headers, text, body: parsed, tookMs };
  } catch {
    return undefined;
  }
}
