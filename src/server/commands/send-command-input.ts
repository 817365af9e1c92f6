import { z } from 'zod';
import {
  COMMAND_TYPES,
  PROTOCOL_COMMANDS,
  type ProtocolCommand,
} from '../../contract/command-type.ts';
import { WAITS } from '../../contract/limits.ts';
import type { JsonSchema } from '../../contract/tool.ts';
import { machineName, text, waitSeconds } from '../catalogue/input-fields.ts';
import { jsonSchemaOf } from '../catalogue/json-schema.ts';
import { COMMAND_PURPOSES, PROTOCOL_ARGS } from './protocol-args.ts';

const TYPES = Object.keys(PROTOCOL_COMMANDS) as readonly ProtocolCommand[];

const shared = { machine: machineName(), wait_seconds: waitSeconds(WAITS.send_command) };

/**
 * The input as the catalogue and MCP publish it, without a combinator at its root, which some models'
 * interfaces refuse: `args` names every member that some type has. What fits a type is checked later.
 */
export const sendCommandInput = z.strictObject({
  machine: shared.machine,
  type: text(1, 64, 'The protocol command type, for example ping.').meta({ examples: ['ping'] }),
  args: argsOfAnyType(),
  wait_seconds: shared.wait_seconds,
});

/** The same input by type, exactly, for OpenAPI. */
export const sendCommandVariants = TYPES.map((type) => {
  const args = PROTOCOL_ARGS[type];
  return z
    .strictObject({
      machine: shared.machine,
      type: z.literal(type),
      args: args.safeParse({}).success ? args.optional() : args,
      wait_seconds: shared.wait_seconds,
    })
    .meta({ title: type, description: purposeOf(type) });
});

/** What a command of this type does, and who may send it to which machine. */
function purposeOf(type: ProtocolCommand): string {
  const { scope, effect } = COMMAND_TYPES[type];
  const mode = effect === 'act' ? '; refused by a machine in observe mode' : '';
  return `${COMMAND_PURPOSES[type]} Needs \`${scope}\`${mode}.`;
}

function argsOfAnyType() {
  const members = new Map<string, { readonly schema: JsonSchema; readonly types: string[] }>();
  for (const type of TYPES) {
    for (const [name, argument] of Object.entries(PROTOCOL_ARGS[type].shape)) {
      const known = members.get(name) ?? { schema: jsonSchemaOf(argument), types: [] };
      known.types.push(type);
      members.set(name, known);
    }
  }
  const shape = [...members].map(([name, { schema, types }]) => [
    name,
    z.unknown().meta(publishedArgument(schema, types)).optional(),
  ]);
  return z
    .looseObject(Object.fromEntries(shape) as Readonly<Record<string, z.ZodType>>)
    .meta({ additionalProperties: false })
    .describe('The named arguments of the type; most types take none.')
    .optional();
}

/** Alternatives that are all text are published as text: `args` has no combinator either. */
function publishedArgument({ anyOf, ...schema }: JsonSchema, types: readonly string[]) {
  const { description, ...rest } = schema;
  const of = `Of ${types.join(' and ')}.`;
  return {
    ...(anyOf === undefined ? {} : { type: 'string' as const }),
    ...rest,
    description: `${description} ${of}`,
  };
}
