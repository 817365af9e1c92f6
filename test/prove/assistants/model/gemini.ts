import type { JsonObject } from '../../../../src/base/json/object.ts';
import { membersOf } from '../../../../src/base/json/object.ts';
import { asText, type Dialect, objectsIn, type Reply } from './dialect.ts';

/** Google's `generateContent`. */
export const gemini: Dialect = {
  path: /:(stream)?[gG]enerateContent(\?|$)/,
  streams: (_body, path) => path.includes(':stream'),
  read: (body) => ({
    tools: objectsIn(body['tools'])
      .flatMap(({ functionDeclarations }) => objectsIn(functionDeclarations))
      .map(({ name }) => ({ name: String(name) })),
    results: objectsIn(body['contents'])
      .flatMap(({ parts }) => objectsIn(parts))
      .filter((part) => part['functionResponse'] !== undefined)
      .map((part) => asText(membersOf(part['functionResponse'])['response'])),
  }),
  whole: response,
  events: (reply) => [{ data: response(reply) }],
};

function response(reply: Reply): JsonObject {
  const part =
    'text' in reply
      ? { text: reply.text }
      : { functionCall: { name: reply.tool.name, args: reply.input } };
  const content = { role: 'model', parts: [part] };
  return {
    candidates: [{ index: 0, content, finishReason: 'STOP' }],
    usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 },
    modelVersion: 'scripted',
  };
}
