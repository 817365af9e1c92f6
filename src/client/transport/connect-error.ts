import type { ConnectFault } from '../response.ts';

/** A connection was not made, with more than a code to say about it. */
export class ConnectError extends Error {
  readonly fault: ConnectFault;

  constructor(fault: ConnectFault, cause?: Error) {
    super(fault.reason, { cause });
    this.name = 'ConnectError';
    this.fault = fault;
  }
}

/** What an error says of the connection that it kept from being made. */
export function faultOf(error: Error): ConnectFault {
  return error instanceof ConnectError ? error.fault : { reason: codeOf(error) };
}

/** The code of an error or, where several addresses were tried, of the first. */
export function codeOf(error: Error): string {
  if ('code' in error && typeof error.code === 'string') return error.code;
  if (error instanceof AggregateError && error.errors[0] instanceof Error) {
    return codeOf(error.errors[0]);
  }
  return error.name;
}
