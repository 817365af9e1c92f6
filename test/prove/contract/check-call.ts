import { openapiViolations } from '../../support/openapi-violations.ts';
import type { PublishedOperation } from './published-contract.ts';
import { type Call, callByName, callByRoute, callOverMcp, type Verdict } from './surfaces.ts';
import { createTwinIds, type TwinIds } from './twin-ids.ts';
import type { World } from './world.ts';

/** Worlds with the same past: each surface has its own, so that one call does not change another's. */
export interface TwinWorlds {
  readonly byName: World;
  readonly byRoute: World;
  readonly overMcp: World;
}

/** What the twins of the first world call its ids. */
const twinIds = new WeakMap<World, TwinIds>();

function idsOf(world: World): TwinIds {
  const ids = twinIds.get(world) ?? createTwinIds();
  twinIds.set(world, ids);
  return ids;
}

/** The call as a twin has to get it. */
function inTwin(world: World, call: Call): Call {
  const input: unknown = JSON.parse(idsOf(world).translate(JSON.stringify(call.input)));
  return { ...call, input };
}

/**
 * Sends one call to every surface and gives what is wrong with the verdicts: a status or a body that
 * the OpenAPI document does not have, a 500, input accepted that the schema refuses, surfaces that
 * disagree.
 */
export async function checkCall(
  worlds: TwinWorlds,
  operation: PublishedOperation,
  call: Call,
): Promise<{ readonly wrong: readonly string[]; readonly verdict: Verdict }> {
  const { route } = operation;
  const [named, routed, mcp] = await Promise.all([
    callByName(worlds.byName, call),
    sendByRoute(worlds.byRoute, inTwin(worlds.byRoute, call), route),
    // Over MCP null stands for no arguments: some clients send it so.
    call.input === null
      ? callByName(worlds.overMcp, call)
      : callOverMcp(worlds.overMcp, inTwin(worlds.overMcp, call)),
  ]);
  const wrong = [named, routed, mcp].flatMap((verdict) => [
    ...faultsOf(verdict, call),
    ...unrefused(verdict, operation, call),
  ]);
  return {
    verdict: named,
    wrong: [
      ...wrong,
      ...disagreement(named, routed, { worlds, ids: idsOf(worlds.byRoute) }),
      ...disagreement(named, mcp, { worlds, ids: idsOf(worlds.overMcp) }),
    ],
  };
}

/** Where the route cannot say the input, its world takes the call by name, to stay a twin. */
async function sendByRoute(
  world: World,
  call: Call,
  route: PublishedOperation['route'],
): Promise<Verdict> {
  const routed = route && (await callByRoute(world, call, route));
  return routed ?? callByName(world, call);
}

function faultsOf({ surface, status, body, sent, received }: Verdict, call: Call): string[] {
  const faults = [];
  if (status === 0 || status >= 500)
    faults.push(`${surface}: ${status} ${received.text.slice(0, 300)}`);
  if (received.headers['x-request-id'] !== call.requestId) faults.push(`${surface}: no request id`);
  const isProblem = status >= 400;
  const asDescribed = openapiViolations({
    method: surface.startsWith('MCP') ? 'POST' : sent.method,
    path: surface.startsWith('MCP')
      ? `/api/v1/tools/${call.operation}`
      : sent.path.replace(/\?.*$/s, ''),
    status,
    contentType: isProblem ? 'application/problem+json' : 'application/json',
    body,
  });
  return [...faults, ...asDescribed.map((line) => `${surface}: ${line}`)];
}

/** Input that the published schema refuses has to be refused: nothing is taken silently. */
function unrefused(
  { surface, status }: Verdict,
  { fits }: PublishedOperation,
  { input }: Call,
): string[] {
  if (fits(input) || [400, 403, 413].includes(status)) return [];
  return [`${surface}: ${status} for input that the schema refuses`];
}

interface Twins {
  readonly worlds: TwinWorlds;
  readonly ids: TwinIds;
}

function disagreement(one: Verdict, other: Verdict, { worlds, ids }: Twins): string[] {
  const left = comparable(one, worlds);
  const right = ids.learn(left, comparable(other, worlds));
  if (left === right) return [];
  const start = Math.max(0, firstDifference(left, right) - 80);
  const shown = [left, right].map((text) => text.slice(start, start + 400)).join('\n  ');
  return [`${one.surface} and ${other.surface} disagree:\n  ${shown}`];
}

function firstDifference(left: string, right: string): number {
  let place = 0;
  while (place < left.length && left[place] === right[place]) place += 1;
  return place;
}

/** What must be the same: the code of a refusal, whose words may name a parameter; else the body. */
function comparable({ status, body }: Verdict, worlds: TwinWorlds): string {
  if (status >= 400) return `${status} ${(body as { readonly code?: string } | undefined)?.code}`;
  let text = JSON.stringify(body);
  for (const { baseUrl } of [worlds.byName, worlds.byRoute, worlds.overMcp]) {
    text = text.replaceAll(baseUrl, '{base}');
  }
  // The URLs of webhooks are secret, and so random.
  return `${status === 201 ? 200 : status} ${text.replaceAll(/_[\w-]{43}/g, '_{secret}')}`;
}
