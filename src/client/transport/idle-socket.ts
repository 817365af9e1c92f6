import type { Socket } from 'node:net';

const LIMIT_MS = 4_000;
const LONGEST_LIMIT_MS = 600_000;
/** A connection is closed from here so long before the other end says that it will. */
const MARGIN_MS = 2_000;

/** A socket between two requests. */
export interface IdleSocket {
  /** The socket, where it is still open. */
  take(): Socket | undefined;
}

/**
 * Keeps `socket` for the next request: for as long as its server allows in `keepAlive`, the
 * `Keep-Alive` header of its response, else for 4 s. What arrives meanwhile belongs to no request,
 * and the socket is closed.
 */
export function restSocket(socket: Socket, keepAlive: string | undefined): IdleSocket {
  const close = (): void => void socket.destroy();
  const limitMs = idleLimitMs(keepAlive);
  if (limitMs <= 0) close();
  socket.on('data', close).on('end', close).on('timeout', close);
  socket.setTimeout(Math.max(0, limitMs));
  socket.unref();
  return {
    take() {
      socket.off('data', close).off('end', close).off('timeout', close);
      if (socket.destroyed || !socket.writable) return undefined;
      socket.setTimeout(0);
      return socket.ref();
    },
  };
}

function idleLimitMs(keepAlive: string | undefined): number {
  const seconds = /(?:^|[,\s])timeout=(\d{1,9})/i.exec(keepAlive ?? '')?.[1];
  if (seconds === undefined) return LIMIT_MS;
  return Math.min(Number(seconds) * 1000 - MARGIN_MS, LONGEST_LIMIT_MS);
}
