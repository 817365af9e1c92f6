import type { FleetResponse } from '../../client/response.ts';
import { requireList } from '../../contract/expected-record.ts';
import type { ParsedCall } from '../operation/read-call.ts';

/** The call of a list whose responses are refused where they have none: who reads that nobody waits goes away. */
export function listingCall(call: ParsedCall): ParsedCall {
  const { operation } = call;
  if (operation.reader === undefined) return call;
  const { client } = operation.reader;
  const listing: typeof client = {
    ...client,
    callTool: async (...args) => listIn(await client.callTool(...args)),
    request: async (...args) => listIn(await client.request(...args)),
  };
  return { ...call, operation: { ...operation, reader: { ...operation.reader, client: listing } } };
}

function listIn(response: FleetResponse): FleetResponse {
  requireList(response.value, response.requestId);
  return response;
}
