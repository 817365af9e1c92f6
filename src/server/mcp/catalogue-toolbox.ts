import type { Tool, ToolAnnotations } from '@modelcontextprotocol/server';
import { withLookUp } from '../../contract/look-up-note.ts';
import type { OperationClass } from '../../contract/operation-class.ts';
import { scopeAllows } from '../../contract/scope.ts';
import { withUntrustedLabel } from '../../contract/untrusted-label.ts';
import { executeAdmitted } from '../catalogue/execute.ts';
import { jsonSchemaOf } from '../catalogue/json-schema.ts';
import type { Operation } from '../catalogue/operation.ts';
import { problemOf, refusalOf } from '../http/problem.ts';
import { reportProgress } from './call-progress.ts';
import { resultOf } from './tool-result.ts';
import type { Toolbox } from './toolbox.ts';

const ANNOTATIONS: Readonly<Record<OperationClass, ToolAnnotations>> = {
  read: { readOnlyHint: true },
  write: { readOnlyHint: false, destructiveHint: false },
  destructive: { readOnlyHint: false, destructiveHint: true },
};

/** What a toolbox is made of. */
interface OfferedOperations {
  readonly operations: readonly Operation[];
  /** Throws `unknown_tool`. */
  readonly findOperation: (name: string) => Operation;
  /** Where this server is reached, for links. */
  readonly baseUrl: () => string;
}

/**
 * The catalogue as tools, in its order. Whatever an operation refuses, an unknown or forbidden name
 * included, is a result with `isError` (specification, "MCP endpoint").
 */
export function catalogueToolbox({
  operations,
  findOperation,
  baseUrl,
}: OfferedOperations): Toolbox {
  return {
    list: ({ scope }) =>
      operations.filter((operation) => scopeAllows(scope, operation.scope)).map(toolOf),
    async call({ name, args, progressToken, notify, ...call }) {
      const { clock } = call.service;
      const progress = reportProgress({ clock, name, progressToken, notify });
      try {
        const readInput = async () => args ?? {};
        const told = { ...call, onJob: progress.onJob };
        const { body } = await executeAdmitted(told, findOperation(name), { readInput });
        return withUntrustedLabel(withLookUp(name, resultOf(body, false)));
      } catch (error) {
        const problem = problemOf(refusalOf(error), call.requestId, baseUrl());
        return withUntrustedLabel(resultOf({ ...problem }, true));
      } finally {
        progress.stop();
      }
    },
  };
}

function toolOf(operation: Operation): Tool {
  return {
    name: operation.name,
    description: operation.description,
    inputSchema: jsonSchemaOf(operation.input) as Tool['inputSchema'],
    annotations: ANNOTATIONS[operation.class],
  };
}
