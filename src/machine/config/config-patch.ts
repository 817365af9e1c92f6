import { isDeepStrictEqual } from 'node:util';
import { type Document, isCollection, isNode, isScalar, isSeq } from 'yaml';
import { membersOf } from '../../base/json/object.ts';
import { MachineError } from '../machine-error.ts';
import { parseYaml } from '../parse-yaml.ts';
import { YamlError } from '../yaml-error.ts';
import { plainValue } from '../yaml-value.ts';
import { parseConfig } from './machine-config.ts';

export interface ConfigPatch {
  /** Dotted path → new value. */
  readonly set: Readonly<Record<string, unknown>>;
  readonly unset: readonly string[];
}

/** Settings that limit what the server may do here, and that a patch therefore cannot change. */
const POLICY_SETTINGS: ReadonlySet<string> = new Set([
  'mode',
  'allow',
  'deny',
  'run_as',
  'runners',
  'limits',
  'webhook_hosts',
]);

/** Of `runners` the readiness alone is none: the rest names programs that run here, and their secrets. */
const READINESS = /^runners\.[^.]+\.(?:ready|detail)$/;

function isPolicy(path: string): boolean {
  return POLICY_SETTINGS.has(path.split('.')[0] ?? '') && !READINESS.test(path);
}

/**
 * A `fleet.yaml` with a patch applied and its comments kept. Throws `MachineError`: `denied_by_machine` where the
 * patch touches the policy, `invalid_config` where the result would not be a valid file.
 */
export function patchConfig(text: string, patch: ConfigPatch): string {
  for (const path of [...Object.keys(patch.set), ...patch.unset]) {
    if (isPolicy(path)) throw ofPolicy(`${path} is`);
  }
  const before = validated('fleet.yaml is not valid', () => parseYaml({ text }));
  const { document, lineAt } = before;
  applyPatch(document, patch);
  const { patched, value } = validated('fleet.yaml would not be valid', () => {
    // Before the library writes it, which ends where an alias has lost its anchor.
    plainValue(document.contents, (offset) => ({ line: lineAt(offset), column: 1 }));
    const written = document.toString({ lineWidth: 0 });
    parseConfig(written);
    return { patched: written, value: parseYaml({ text: written }).value };
  });
  refuseChangedPolicy(before.value, value);
  return patched;
}

function applyPatch(document: Document, patch: ConfigPatch): void {
  for (const [path, value] of Object.entries(patch.set)) {
    const keys = path.split('.');
    refuseNoPlace(document, keys);
    refuseGap(document, keys);
    const node = document.getIn(keys, true);
    if (isScalar(node) && (typeof value !== 'object' || value === null)) node.value = value;
    else document.setIn(keys, value);
  }
  for (const path of patch.unset) {
    const keys = path.split('.');
    refuseNoPlace(document, keys);
    if (document.hasIn(keys)) document.deleteIn(keys);
  }
}

/** Throws where the policy is another one: what a patch changes may be repeated there by an alias. */
function refuseChangedPolicy(before: unknown, after: unknown): void {
  for (const setting of POLICY_SETTINGS) {
    if (isDeepStrictEqual(policyIn(before, setting), policyIn(after, setting))) continue;
    const change = `${setting} would change too, which repeats a value that the patch changes; it is`;
    throw ofPolicy(change);
  }
}

/** A setting of the policy; of the runners what is no readiness. */
function policyIn(config: unknown, setting: string): unknown {
  const value = membersOf(config)[setting];
  if (setting !== 'runners') return value;
  return Object.entries(membersOf(value)).flatMap(([name, runner]) => {
    const { detail: _detail, ready: _ready, ...others } = membersOf(runner);
    return Object.keys(others).length === 0 ? [] : [[name, others]];
  });
}

function ofPolicy(what: string): MachineError {
  const text = `${what} part of the machine's own policy and can only be changed in its fleet.yaml`;
  return new MachineError('denied_by_machine', text);
}

function validated<Value>(what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new MachineError('invalid_config', `${what}: ${error.message}`);
  }
}

/** Throws where a setting would stand within a value that holds none, or repeats those of another. */
function refuseNoPlace(document: Document, keys: readonly string[]): void {
  for (const level of keys.keys()) {
    const node = document.getIn(keys.slice(0, level), true);
    if (!isNode(node) || isCollection(node)) continue;
    const parent = level === 0 ? 'fleet.yaml' : keys.slice(0, level).join('.');
    const message = `${keys.join('.')}: ${parent} is neither a mapping nor a list of its own`;
    throw new MachineError('invalid_config', message);
  }
}

/**
 * Throws where an item of a list has no number, and where it would stand beyond the end of its list,
 * which would be filled up to there.
 */
function refuseGap(document: Document, keys: readonly string[]): void {
  for (const [level, key] of keys.entries()) {
    const list = document.getIn(keys.slice(0, level));
    if (!isSeq(list)) continue;
    const path = keys.slice(0, level + 1).join('.');
    if (!/^(?:0|[1-9]\d*)$/.test(key)) {
      const message = `${path}: an item of a list is named by its number, from 0`;
      throw new MachineError('invalid_config', message);
    }
    if (Number(key) <= list.items.length) continue;
    throw new MachineError('invalid_config', `${path}: the list has ${list.items.length} items`);
  }
}
