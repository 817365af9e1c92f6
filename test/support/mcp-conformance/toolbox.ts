import {
  type CallToolResult,
  MissingRequiredClientCapabilityError,
  type Tool,
} from '@modelcontextprotocol/server';
import type { McpToolCall, Toolbox } from '../../../src/server/mcp/toolbox.ts';

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const WAV = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAAAAA==';

const text = (words: string) => ({ type: 'text', text: words }) as const;
const image = { type: 'image', data: PNG, mimeType: 'image/png' } as const;

function resource(uri: string, mimeType: string, words: string) {
  return { type: 'resource', resource: { uri, mimeType, text: words } } as const;
}

/** The schema whose every keyword has to reach the client. */
const SCHEMA_2020_12 = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
} as const;

type Run = (call: McpToolCall) => CallToolResult | Promise<CallToolResult>;

/** The conformance suite's own tools, as its scenarios describe them. */
const TOOLS: Readonly<Record<string, Run>> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [
      resource('test://embedded-resource', 'text/plain', 'This is an embedded resource content.'),
    ],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource', 'application/json', '{"test":"data","value":123}'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  async test_tool_with_progress({ notify, progressToken }) {
    for (const progress of [0, 50, 100]) {
      if (progressToken === undefined) continue;
      const params = { progressToken, progress, total: 100 };
      await notify({ method: 'notifications/progress', params });
    }
    return { content: [text('done')] };
  },
  json_schema_2020_12_tool: () => ({ content: [text('done')] }),
  test_missing_capability({ clientCapabilities }) {
    if (!Object.hasOwn(Object(clientCapabilities), 'sampling')) {
      throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    }
    return { content: [text('done')] };
  },
};

export const fixtureToolbox: Toolbox = {
  list: () =>
    Object.keys(TOOLS).map((name) => ({
      name,
      description: `The suite's ${name}.`,
      inputSchema: (name === 'json_schema_2020_12_tool'
        ? SCHEMA_2020_12
        : { type: 'object' }) as Tool['inputSchema'],
    })),
  async call(call) {
    const run = TOOLS[call.name];
    return run === undefined
      ? { isError: true, content: [text(`There is no tool ${call.name}.`)] }
      : run(call);
  },
};
