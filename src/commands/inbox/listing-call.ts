import { isJsonObject } from '../../base/json/lossless.ts';
import type { FleetResponse } from '../../client/response.ts';
import { notAListFailure } from '../../contract/failure.ts';
import type { ParsedCall } from '../operation/read-call.ts';

/** The call of a list whose responses are refused where they have none: who reads that nobody waits goes away. */
export function listingCall(call: ParsedCall): ParsedCall {
  const { operation } = call;
  if (operation.reader === undefined) return call;
  const { client } = operation.reader;
  const listing: typeof client = {
    ...client,
    callTool: async (...args) => requireList(await client.callTool(...args)),
    request: async (...args) => requireList(await client.request(...args)),
  };
  return { ...call, operation: { ...operation, reader: { ...operation.reader, client: listing } } };
}

function requireList(response: FleetResponse): FleetResponse {
  const { requestId, value } = response;
  const hasList = isJsonObject(value)
    ? Object.values(value).some(Array.isArray)
    : Array.isArray(value);
  if (!hasList) throw notAListFailure(requestId);
  return response;
}
