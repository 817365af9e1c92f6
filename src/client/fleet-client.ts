import { assertKeyMayTravel, type BaseUrl } from '../contract/base-url.ts';
import { usageFailure } from '../contract/failure.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/header.ts';
import { type FleetClientOptions, performRequest, type RequestOptions, urlOf } from './request.ts';
import { newRequestId } from './request-id.ts';
import { ISSUES_PATH } from './request-info.ts';
import type { FleetResponse } from './response.ts';
import { openConnections } from './transport/connections.ts';

export interface FleetClient {
  readonly baseUrl: BaseUrl;
  /** `path` starts with `/`, is relative to the base URL and may have a query. Throws `Failure`. */
  request(method: string, path: string, options: RequestOptions): Promise<FleetResponse>;
  /**
   * `POST /api/v1/tools/{name}` with a JSON text; a problem report by `POST /api/v1/issues` with an
   * Idempotency-Key of its own, so that it may be sent again. Throws `Failure`.
   */
  callTool(
    name: string,
    bodyJson: string,
    options: Omit<RequestOptions, 'body'>,
  ): Promise<FleetResponse>;
  /** Closes the connections; without it idle ones close by themselves after some seconds. */
  close(): Promise<void>;
}

/**
 * A client for one service and key. Opens no connection and loads no HTTP code before the first
 * request. Throws `Failure` usage where the key may not travel (plain http beyond loopback).
 */
export function openClient(options: FleetClientOptions): FleetClient {
  const { baseUrl, key, clock, environment, readLarge } = options;
  let hasActed = false;
  let underWayCount = 0;
  const readUnlessActed: FleetClientOptions['readLarge'] = (read) =>
    readLarge && !hasActed ? readLarge(read, underWayCount > 1) : read();
  const client = { ...options, readLarge: readUnlessActed };
  if (key !== undefined) assertKeyMayTravel(baseUrl, environment['FLEET_ALLOW_HTTP']);
  const connections = openConnections({ origin: baseUrl.origin, environment, clock });
  const request = async (method: string, path: string, requestOptions: RequestOptions) => {
    const url = urlOf(baseUrl, path);
    // What was sent has to be told, which no later reading may keep from being done.
    const { changesNothing, operationClass } = requestOptions;
    if (operationClass !== 'read' && changesNothing !== true) hasActed = true;
    underWayCount += 1;
    try {
      return await performRequest(client, connections, { method, url, options: requestOptions });
    } finally {
      underWayCount -= 1;
    }
  };
  return {
    baseUrl,
    request,
    callTool: async (name, bodyJson, requestOptions) => {
      const sent = { ...requestOptions, body: bodyJson };
      if (name !== 'report_issue') return request('POST', toolPath(name), sent);
      const headers = { ...sent.headers, [IDEMPOTENCY_KEY_HEADER]: newRequestId(options.random) };
      return request('POST', ISSUES_PATH, { ...sent, headers, isRepeatable: true });
    },
    close: async () => connections.close(),
  };
}

function toolPath(name: string): string {
  if (/^\.*$/.test(name)) {
    throw usageFailure('No such operation', `"${name}" cannot be the name of an operation`);
  }
  return `/api/v1/tools/${encodeURIComponent(name)}`;
}
