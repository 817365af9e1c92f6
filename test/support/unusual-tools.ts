import type { ScriptedTool } from './scripted-service.ts';

const HOSTILE =
  '<%= 6 * 7 %> <% process.exit(99) %> \u001b[2J\u001b]0;owned\u0007 \u202egnp.exe\u0000';

/** Operations nobody has heard of, with all that a schema can do to a command line. */
export const UNUSUAL_TOOLS: readonly ScriptedTool[] = [
  {
    name: 'brew_tea',
    description: 'Brews tea. Takes a while.',
    scope: 'fleet:run',
    class: 'write',
    allowed: false,
    input_schema: {
      type: 'object',
      required: ['machine', 'leaves'],
      properties: {
        machine: { type: 'string', minLength: 1, maxLength: 200 },
        leaves: { type: 'string', enum: ['green', 'black'] },
        minutes: { type: 'integer', minimum: 1, maximum: 9, default: 4 },
        sugar: { type: 'boolean' },
        guests: { type: 'array', items: { type: 'string' } },
        args: { type: 'object' },
        note: { type: 'string', maxLength: 20_000 },
        json: { type: 'string' },
        env_file: { type: 'string' },
        constructor: { type: 'string' },
        'Odd-Name': { type: 'string' },
      },
    },
  },
  { name: 'hostile', description: HOSTILE, input_schema: hostileSchema() },
  { name: 'refresh', description: 'Not our refresh.', input_schema: { type: 'object' } },
  { name: 'anything', input_schema: { oneOf: [{ type: 'object' }, { $ref: '#/nowhere' }] } },
  { name: 'burn_it', class: 'incendiary', input_schema: { type: 'object' } },
  { name: 'burn_more', class: ['destructive'], input_schema: { type: 'object' } },
  { name: 'quiet_one', input_schema: { type: 'object' } },
  {
    name: 'move_skill',
    input_schema: {
      type: 'object',
      required: ['skill', 'machine'],
      properties: {
        skill: { type: 'string' },
        machine: { type: 'string' },
        note: { type: 'string' },
        label: {
          type: 'object',
          properties: { of: { type: 'object', properties: { names: stringMap() } } },
        },
      },
    },
  },
];

function stringMap() {
  return { type: 'object', additionalProperties: { type: 'string' } };
}

function hostileSchema() {
  return {
    type: 'object',
    properties: { flag: { type: 'string', description: HOSTILE, default: HOSTILE } },
  };
}
