import { STATUS_CODES } from 'node:http';
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
  const requestId = requestIdFrom(undefined);
  const detail = 'The bytes sent are not a complete HTTP request, or its head is too large.';
  const refusal = new Refusal('invalid_request', detail, { status });
  const body = JSON.stringify(problemOf(refusal, requestId, baseUrl));
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    `Content-Type: ${PROBLEM_MEDIA_TYPE}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    `${REQUEST_ID_HEADER}: ${requestId}`,
    'Connection: close',
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
