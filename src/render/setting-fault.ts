import type { FailureFacts } from '../contract/failure.ts';
import type { SettingFault } from '../contract/setting-fault.ts';

/** Why something failed: the failure's own words, or those for the setting that is wrong. */
export function detailOf({ detail, setting }: FailureFacts): string | undefined {
  return setting === undefined ? detail : settingFaultText(setting);
}

function settingFaultText(fault: SettingFault): string {
  if ('noneOf' in fault) {
    return `Give at least one of ${fault.noneOf.map((setting) => `--${setting}`).join(', ')}.`;
  }
  const { allowed, setting, value } = fault;
  const given = `--${setting} is ${value === undefined ? 'missing' : JSON.stringify(value)}`;
  if (allowed === undefined) return `${given}.`;
  const choices = typeof allowed === 'string' ? allowed : `one of ${allowed.join(', ')}`;
  return `${given}; allowed is ${choices}.`;
}
