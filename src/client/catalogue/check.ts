import * as z from 'zod/mini';
import { classThatCounts } from '../../contract/confirmation.ts';
import { classByLook } from '../../contract/look-alike-name.ts';
import type { Catalogue, Tool } from '../../contract/tool.ts';
import { readableSchema } from './readable-schema.ts';

/** Names end up in command lines, so they hold nothing invisible. */
const name = z.string().check(z.regex(/^[^\s\p{Cc}\p{Cf}]{1,200}$/u));
const jsonSchema = z.union([z.looseObject({}), z.boolean()]);
const usableTool = z.looseObject({ name, input_schema: jsonSchema });
const usableCatalogue = z.looseObject({ tools: z.array(z.unknown()) });

/** Members that are used where they are what they should be, and left out where they are not. */
const toolMembers = {
  description: z.string(),
  scope: z.string(),
  class: z.string(),
  allowed: z.boolean(),
} as const;
const catalogueMembers = { catalogue_version: z.number(), instructions: z.string() } as const;

/**
 * The catalogue in a parsed response of `GET /api/v1/tools`, or undefined where it is none. A tool
 * without what the client relies on (name, input_schema) is left out, as is a second one of the
 * same name; members nobody knows are kept.
 */
export function checkedCatalogue(value: unknown): Catalogue | undefined {
  const catalogue = usableCatalogue.safeParse(value);
  if (!catalogue.success) return undefined;
  const byName = new Map<string, Tool>();
  for (const tool of catalogue.data.tools) {
    const checked = checkedTool(tool);
    if (checked !== undefined && !byName.has(checked.name)) byName.set(checked.name, checked);
  }
  const members = withoutWrong(catalogue.data, catalogueMembers);
  return { ...members, tools: [...byName.values()] };
}

function checkedTool(value: unknown): Tool | undefined {
  const tool = usableTool.safeParse(value);
  if (!tool.success) return undefined;
  const { class: served, name } = tool.data;
  const input_schema = readableSchema(tool.data.input_schema);
  const members = withoutWrong(tool.data, toolMembers);
  // One that is no text is not ours either, and as strict as the strictest.
  const isOdd = served != null && typeof served !== 'string';
  return asItLooks({ ...members, ...(isOdd && { class: 'destructive' }), name, input_schema });
}

/** The tool with the class of what somebody may take its name for, where that is stricter. */
function asItLooks(tool: Tool): Tool {
  const counted = classByLook(tool.name, tool.class);
  const isMilder = counted !== undefined && counted !== classThatCounts(tool.name, tool.class);
  return isMilder ? { ...tool, class: counted } : tool;
}

function withoutWrong(
  members: Readonly<Record<string, unknown>>,
  schemas: Readonly<Record<string, z.ZodMiniType>>,
): Record<string, unknown> {
  const right = Object.entries(members).filter(
    ([member, value]) =>
      !Object.hasOwn(schemas, member) || schemas[member]?.safeParse(value).success === true,
  );
  return Object.fromEntries(right);
}
