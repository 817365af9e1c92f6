import { inputFromQuery } from './query-input.ts';

/** For routes that take no query: any parameter is an `invalid_request`. */
export function refuseQuery(query: URLSearchParams): void {
  inputFromQuery(query, new Map(), {});
}
