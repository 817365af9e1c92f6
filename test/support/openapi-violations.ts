import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import { openapiDocument } from '../../src/server/openapi/document.ts';
import { OPERATIONS, ROUTE_OPERATIONS } from '../../src/server/operations.ts';

/** What the description says of one answer, and an answer as it came. */
export interface HttpExchange {
  readonly method: string;
  /** Path without its query. */
  readonly path: string;
  readonly status: number;
  readonly contentType: string | null;
  readonly body: unknown;
}

const DOCUMENT = 'openapi';
const ajv = new Ajv2020({
  strict: true,
  strictTypes: false,
  allErrors: true,
  validateSchema: false,
  // Each validator is compiled for a few bodies: to make its code better, or longer, costs more than it saves.
  inlineRefs: false,
  code: { optimize: false },
});
addFormats.default(ajv);
const document = openapiDocument('http://127.0.0.1', {
  operations: OPERATIONS,
  routeOperations: ROUTE_OPERATIONS,
});
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, DOCUMENT);
const templates = new Map(
  Object.keys(document.paths ?? {}).map((template) => [
    template,
    new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  ]),
);
const known = new Map<string, ValidateFunction | undefined>();

/**
 * What is wrong with an answer by the OpenAPI document: nothing for one of a route that is not
 * described, a line for a status or a body that the document does not have.
 */
export function openapiViolations({
  method,
  path,
  status,
  contentType,
  body,
}: HttpExchange): readonly string[] {
  const template = templateOf(path);
  if (template === undefined) return [];
  const operation = `/paths/${escaped(template)}/${method.toLowerCase()}`;
  if (at(operation) === undefined) return [];
  const response = `${operation}/responses/${status}`;
  if (at(response) === undefined) return [`${method} ${template} does not declare ${status}`];
  if (body === undefined) return [];
  const media = (contentType ?? '').replace(/;.*$/s, '');
  if (at(`${response}/content/${escaped(media)}`) === undefined) {
    return [`${method} ${template} ${status} does not declare ${media}`];
  }
  const validate = validatorOf(`${response}/content/${escaped(media)}/schema`);
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) =>
      `${method} ${template} ${status} ${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}

/** The most literal template that the path fits. */
function templateOf(path: string): string | undefined {
  if (templates.has(path)) return path;
  return [...templates].find(([, pattern]) => pattern.test(path))?.[0];
}

function validatorOf(pointer: string): ValidateFunction {
  const compiled = known.get(pointer) ?? ajv.compile({ $ref: `${DOCUMENT}#${encodeURI(pointer)}` });
  known.set(pointer, compiled);
  return compiled;
}

function at(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (value, part) => (value as Readonly<Record<string, unknown>> | undefined)?.[part],
      document,
    );
}

function escaped(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1');
}
