import { HOSTED_URL_PATH } from '../../hosted-urls/hosted-token.ts';
import { receiveWebhook } from '../../hosted-urls/receive-webhook.ts';
import type { Service } from '../../service.ts';
import type { Route, RouteRequest } from '../route.ts';

/**
 * `POST /in/{token}`: a hosted URL (specification, rule 8). Takes any body up to the general limit,
 * needs no key, and answers 202 as soon as the webhook is stored.
 */
export function hostedUrlRoute(service: Service): Route {
  return {
    method: 'POST',
    path: `${HOSTED_URL_PATH}/{token}`,
    door: 'hosted_url',
    async handle(incoming) {
      const { params, headers, address, rawQuery: query } = incoming;
      const token = params['token'] ?? '';
      const given = givenHeaders(headers);
      const readBytes: RouteRequest['readBytes'] = (sender) => incoming.readBytes(sender);
      const webhook = { token, query, headers: given, address, readBytes };
      return { status: 202, body: { delivery: await receiveWebhook(service, webhook) } };
    },
  };
}

function givenHeaders(headers: RouteRequest['headers']): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, value] as const],
    ),
  );
}
