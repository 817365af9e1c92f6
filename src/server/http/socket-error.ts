import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { REQUEST_ID_HEADER } from '../../contract/header.ts';
import { PROBLEM_MEDIA_TYPE } from '../../contract/problem.ts';
import { Refusal } from '../refusal.ts';
import { problemOf } from './problem.ts';
import { requestIdFrom } from './request-id.ts';

const STATUS_OF_ERROR: Readonly<Record<string, number>> = {
  ERR_HTTP_REQUEST_TIMEOUT: 408,
  HPE_HEADER_OVERFLOW: 431,
};

/** Responds to bytes that are no HTTP request with problem+json and closes the connection. */
export function respondToSocketError(
  error: Error & { readonly code?: string },
  socket: Socket,
  baseUrl: string,
): void {
  if (!socket.writable || error.code === 'ECONNRESET') {
    socket.destroy();
    return;
  }
  const status = STATUS_OF_ERROR[error.code ?? ''] ?? 400;
  const detail = 'The bytes sent are not a complete HTTP request, or its head is too large.';
  const refusal = new Refusal('invalid_request', detail, { status });
  endWithProblem(socket, refusal, { requestId: requestIdFrom(undefined), baseUrl });
}

/**
 * Responds to `CONNECT`, for which Node hands over the bare connection: 405, as this is no proxy, and
 * the connection ends.
 */
export function respondToConnect(
  { headers, url }: IncomingMessage,
  socket: Socket,
  baseUrl: string,
): void {
  // Nobody else listens on it any more; whoever disconnects needs no response.
  socket.on('error', () => socket.destroy());
  const detail = `The method of ${url} is CONNECT; this server is no proxy.`;
  const refusal = new Refusal('invalid_request', detail, { status: 405 });
  const requestId = requestIdFrom(headers[REQUEST_ID_HEADER]);
  endWithProblem(socket, refusal, { requestId, baseUrl, allow: 'GET, HEAD, POST, DELETE' });
  socket.resume();
  socket.setTimeout(LINGER_MS, () => socket.destroy());
}

const LINGER_MS = 1000;

interface ProblemFacts {
  readonly requestId: string;
  readonly baseUrl: string;
  readonly allow?: string;
}

function endWithProblem(
  socket: Socket,
  refusal: Refusal,
  { requestId, baseUrl, allow }: ProblemFacts,
): void {
  const body = JSON.stringify(problemOf(refusal, requestId, baseUrl));
  const head = [
    `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    ...(allow === undefined ? [] : [`Allow: ${allow}`]),
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
