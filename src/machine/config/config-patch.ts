import { type Document, isScalar, isSeq } from 'yaml';
import { MachineError } from '../machine-error.ts';
import { parseYaml } from '../parse-yaml.ts';
import { YamlError } from '../yaml-error.ts';
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
    if (isPolicy(path)) {
      throw new MachineError(
        'denied_by_machine',
        `${path} is part of the machine's own policy and can only be changed in its fleet.yaml`,
      );
    }
  }
  const { document } = validated('fleet.yaml is not valid', () => parseYaml({ text }));
  for (const [path, value] of Object.entries(patch.set)) {
    const keys = path.split('.');
    refuseGap(document, keys);
    const node = document.getIn(keys, true);
    if (isScalar(node) && (typeof value !== 'object' || value === null)) node.value = value;
    else document.setIn(keys, value);
  }
  for (const path of patch.unset) document.deleteIn(path.split('.'));
  const patched = document.toString({ lineWidth: 0 });
  validated('fleet.yaml would not be valid', () => parseConfig(patched));
  return patched;
}

function validated<Value>(what: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof YamlError)) throw error;
    throw new MachineError('invalid_config', `${what}: ${error.message}`);
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
