import { ACCESS } from './requirements/access.ts';
import { ATTACKS } from './requirements/attacks.ts';
import { BRIDGE } from './requirements/bridge.ts';
import { COMFORT } from './requirements/comfort.ts';
import { CONFIRM_AND_RETRY } from './requirements/confirm-and-retry.ts';
import { DOCUMENTS } from './requirements/documents.ts';
import { EDITING_SKILLS } from './requirements/editing-skills.ts';
import type { Requirement } from './requirements/entry.ts';
import { INTERFACE } from './requirements/interface.ts';
import { KEYS } from './requirements/keys.ts';
import { LIMITS } from './requirements/limits.ts';
import { MCP } from './requirements/mcp.ts';
import { DELIVERY_OPERATIONS } from './requirements/operations/deliveries.ts';
import { JOB_OPERATIONS } from './requirements/operations/jobs.ts';
import { MACHINE_OPERATIONS } from './requirements/operations/machines.ts';
import { ORGANISATION_OPERATIONS } from './requirements/operations/organisation.ts';
import { SKILL_OPERATIONS } from './requirements/operations/skills.ts';
import { PLATFORMS } from './requirements/platforms.ts';
import { EDGE_CODES, PAIRS, PROBLEM_CODES } from './requirements/problems.ts';
import { PROJECT } from './requirements/project.ts';
import { PUBLISHED } from './requirements/published.ts';
import { RESOURCES } from './requirements/resources.ts';
import { ROUTES } from './requirements/routes.ts';
import { RUNNING_SKILLS } from './requirements/running-skills.ts';
import { SECRET_FLOW } from './requirements/secret-flow.ts';
import { CONVENTIONS, EVENTS_AND_VERSIONS, RULES } from './requirements/service.ts';
import { SERVING } from './requirements/serving.ts';
import { STATES } from './requirements/states.ts';
import { TASKS } from './requirements/tasks.ts';
import { WIRE } from './requirements/wire.ts';

/**
 * What the specification and the design promise, as data: a test takes its expected values from
 * here and says with `proves('ID')` which promise it checks. Never derived from the code under test.
 */
export {
  ACCESS,
  ATTACKS,
  BRIDGE,
  COMFORT,
  CONFIRM_AND_RETRY,
  CONVENTIONS,
  DOCUMENTS,
  EDGE_CODES,
  EDITING_SKILLS,
  EVENTS_AND_VERSIONS,
  INTERFACE,
  KEYS,
  LIMITS,
  MCP,
  PAIRS,
  PLATFORMS,
  PROBLEM_CODES,
  PROJECT,
  PUBLISHED,
  RESOURCES,
  ROUTES,
  RULES,
  RUNNING_SKILLS,
  SECRET_FLOW,
  SERVING,
  STATES,
  TASKS,
  WIRE,
};

/** All 43 operations by name. */
export const OPERATIONS = {
  ...MACHINE_OPERATIONS,
  ...SKILL_OPERATIONS,
  ...JOB_OPERATIONS,
  ...DELIVERY_OPERATIONS,
  ...ORGANISATION_OPERATIONS,
};

type OperationName = keyof typeof OPERATIONS;

/** Literal entries, as the sections hold them. */
const WRITTEN = {
  ...RULES,
  ...CONVENTIONS,
  ...EVENTS_AND_VERSIONS,
  ...RESOURCES,
  ...STATES,
  ...ACCESS,
  ...LIMITS,
  ...PROBLEM_CODES,
  ...ROUTES,
  ...WIRE,
  ...MCP,
  ...EDITING_SKILLS,
  ...INTERFACE,
  ...CONFIRM_AND_RETRY,
  ...KEYS,
  ...SECRET_FLOW,
  ...BRIDGE,
  ...COMFORT,
  ...RUNNING_SKILLS,
  ...TASKS,
  ...SERVING,
  ...ATTACKS,
  ...PLATFORMS,
  ...PROJECT,
  ...DOCUMENTS,
  ...PUBLISHED,
};

type PairsOf<Pairs> = {
  [Code in keyof Pairs & string]: Pairs[Code] extends readonly (infer Name extends string)[]
    ? `ERR-${Code}@${Name}`
    : never;
}[keyof Pairs & string];

/** Every id that a test may cite. */
export type RequirementId =
  | keyof typeof WRITTEN
  | `OP-${OperationName}`
  | `INPUT-${OperationName}`
  | PairsOf<typeof PAIRS>
  | `ERR-${(typeof EDGE_CODES)[number]}@every-operation`;

function operationEntries(): readonly [string, Requirement][] {
  return Object.entries(OPERATIONS).flatMap(([name, { text }]) => [
    [`OP-${name}`, { source: 'Catalogue operations', text }] as const,
    [
      `INPUT-${name}`,
      { source: 'Catalogue operations', text: `Input members of ${name}, with limits.` },
    ] as const,
  ]);
}

function pairEntries(
  pairs: Readonly<Record<string, readonly string[]>>,
): readonly [string, Requirement][] {
  return Object.entries(pairs).flatMap(([code, operations]) =>
    operations.map(
      (name) =>
        [`ERR-${code}@${name}`, { source: 'Errors', text: `${name} answers ${code}.` }] as const,
    ),
  );
}

const everyOperation = Object.fromEntries(EDGE_CODES.map((code) => [code, ['every-operation']]));

/** Every requirement by id. */
export const REQUIREMENTS: ReadonlyMap<string, Requirement> = new Map([
  ...Object.entries<Requirement>(WRITTEN),
  ...operationEntries(),
  ...pairEntries(PAIRS),
  ...pairEntries(everyOperation),
]);
