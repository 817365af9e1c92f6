import type { Client } from 'pg';
import { faultOf } from './scan-faults.ts';

interface PlanNode {
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly PlanNode[];
}

/** What is wrong with PostgreSQL's plan of a statement, whatever values it is sent with. */
export async function postgresFaults(
  client: Client,
  statement: string,
): Promise<readonly string[]> {
  const { text, count } = withLimit(statement);
  const values = count === 0 ? '' : `(${Array(count).fill('null').join(', ')})`;
  await client.query(`prepare looked_at as ${text}`);
  const { rows } = await client.query(`explain (format json) execute looked_at${values}`);
  await client.query('deallocate looked_at');
  return faultsIn(rows[0]['QUERY PLAN'][0].Plan, statement, undefined);
}

/** A limit that is not known would be taken for a tenth of all rows; ours are of a page or a step. */
function withLimit(statement: string): { readonly text: string; readonly count: number } {
  const limited = statement.replace(/\blimit \$\d+/gi, 'limit 100');
  const places = [...new Set([...limited.matchAll(/\$\d+/g)].map(([place]) => place))];
  const text = limited.replace(/\$\d+/g, (place) => `$${places.indexOf(place) + 1}`);
  return { text, count: places.length };
}

function faultsIn(node: PlanNode, statement: string, heap: string | undefined): readonly string[] {
  const table = node['Relation Name'] ?? heap;
  const { Plans: below = [], 'Index Name': index, 'Index Cond': condition = '' } = node;
  const inner = below.flatMap((one) => faultsIn(one, statement, node['Relation Name']));
  const isAccess = index !== undefined || (node['Relation Name'] !== undefined && isLeaf(node));
  if (!isAccess || table === undefined) return inner;
  const columns = [...condition.matchAll(/\(?(\w+)\)? (?:=|<|>|<=|>=|IS)/g)];
  const bounds = columns.map(([, column = '']) => column);
  const fault = faultOf({ table, index, bounds }, statement);
  return fault === undefined ? inner : [...inner, fault];
}

/** A bitmap of rows is read by the index below it; what changes rows reads them below. */
function isLeaf({ Plans: below = [] }: PlanNode): boolean {
  return below.length === 0;
}
