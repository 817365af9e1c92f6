import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { default as addFormats } from 'ajv-formats';
import type { Schema } from './schema-values.ts';
import type { ResourceRoute } from './surfaces.ts';
import type { World } from './world.ts';

/** An address of HTML ("valid email address"); that of ajv-formats wants a dot in the host. */
const HOST_PART = '[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?';
const EMAIL_ADDRESS = new RegExp(
  `^[a-z0-9.!#$%&'*+/=?^_\`{|}~-]+@${HOST_PART}(?:\\.${HOST_PART})*$`,
  'i',
);

/** One operation of the catalogue as the running server publishes it. */
export interface PublishedOperation {
  readonly name: string;
  /** The body's schema in OpenAPI, and the input's over MCP. */
  readonly schemas: readonly [openapi: Schema, mcp: Schema];
  readonly fits: ValidateFunction;
  readonly route: ResourceRoute | undefined;
}

/** One method of one path of the OpenAPI document. */
export interface Endpoint {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly schema: Schema;
  }[];
  readonly body: Schema | undefined;
}

export interface PublishedContract {
  readonly operations: readonly PublishedOperation[];
  readonly endpoints: readonly Endpoint[];
}

interface PathItem {
  readonly summary: string;
  readonly tags: readonly string[];
  readonly parameters?: Endpoint['parameters'];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

interface Tool {
  readonly name: string;
  readonly inputSchema: Schema;
}

/** Reads the OpenAPI document and the MCP tools from a running server. */
export async function readContract(world: World): Promise<PublishedContract> {
  const { text } = await world.send({ method: 'GET', path: '/api/v1/openapi.json' });
  const { paths } = JSON.parse(text) as { paths: Record<string, Record<string, PathItem>> };
  const items = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, item]) => ({ path, method: method.toUpperCase(), item })),
  );
  const ajv = new Ajv2020({ strict: false, validateSchema: false });
  addFormats.default(ajv);
  ajv.addFormat('email', EMAIL_ADDRESS);
  const operations = (await listTools(world)).map(({ name, inputSchema }) => {
    const byName = items.find(({ path }) => path === `/api/v1/tools/${name}`);
    const described = byName && bodyOf(byName.item);
    if (described === undefined) throw new Error(`${name} is not in the OpenAPI document`);
    const route = items.find(
      ({ item }) => item.summary === name && item.tags.includes('Resources'),
    );
    return {
      name,
      schemas: [described, inputSchema] as const,
      fits: ajv.compile(inputSchema),
      route: route && routeOf(route.path, route.method, route.item),
    };
  });
  const endpoints = items.map(({ path, method, item }) => ({
    method,
    path,
    parameters: item.parameters ?? [],
    body: bodyOf(item),
  }));
  return { operations, endpoints };
}

function bodyOf({ requestBody }: PathItem): Schema | undefined {
  return requestBody?.content['application/json']?.schema;
}

function routeOf(path: string, method: string, { parameters = [] }: PathItem): ResourceRoute {
  if (method === 'POST') return { path, method };
  const query = parameters.filter((parameter) => parameter.in === 'query');
  return { path, method, parameters: new Set(query.map(({ name }) => name)) };
}

async function listTools(world: World): Promise<readonly Tool[]> {
  const { text } = await world.send({
    method: 'POST',
    path: '/api/mcp',
    headers: {
      authorization: `Bearer ${world.keys.admin}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
  });
  const data = /^data: (\{.+)$/m.exec(text)?.[1] ?? text;
  return JSON.parse(data).result.tools;
}
