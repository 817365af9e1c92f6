import type { JsonObject } from '../../../../src/base/json/object.ts';
import { asText, type Dialect, type OfferedTool, objectsIn, type Reply } from './dialect.ts';

/** OpenAI's Responses. */
export const responses: Dialect = {
  path: /\/responses(\?|$)/,
  streams: (body) => body['stream'] === true,
  read: (body) => ({
    tools: objectsIn(body['tools']).flatMap(toolsIn),
    results: objectsIn(body['input'])
      .filter(({ type }) => type === 'function_call_output')
      .map(({ output }) => asText(output)),
  }),
  whole: (reply) => ({ ...RESPONSE, status: 'completed', output: [item(reply)] }),
  events: (reply) =>
    [
      { type: 'response.created', response: { ...RESPONSE, status: 'in_progress', output: [] } },
      { type: 'response.output_item.added', output_index: 0, item: item(reply) },
      { type: 'response.output_item.done', output_index: 0, item: item(reply) },
      {
        type: 'response.completed',
        response: { ...RESPONSE, status: 'completed', output: [item(reply)] },
      },
    ].map((data) => ({ event: data.type, data })),
};

const RESPONSE = {
  id: 'resp_scripted',
  object: 'response',
  model: 'scripted',
  usage: {
    input_tokens: 1,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 1,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 2,
  },
};

/** A tool, or those of a group. */
function toolsIn({ name, tools, type }: JsonObject): readonly OfferedTool[] {
  if (type !== 'namespace') return [{ name: String(name) }];
  const namespace = String(name);
  return objectsIn(tools).map((tool) => ({ name: String(tool['name']), namespace }));
}

function item(reply: Reply): JsonObject {
  if ('text' in reply) {
    const content = [{ type: 'output_text', text: reply.text, annotations: [] }];
    return { type: 'message', id: 'msg_1', role: 'assistant', status: 'completed', content };
  }
  return {
    type: 'function_call',
    id: `fc_${reply.id}`,
    call_id: reply.id,
    status: 'completed',
    ...reply.tool,
    arguments: JSON.stringify(reply.input),
  };
}
