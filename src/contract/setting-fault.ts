/**
 * What is wrong with the settings that a person gave, as facts. A setting is named as a flag without
 * its dashes; `render/setting-fault.ts` has the words with the flag.
 */
export type SettingFault = WrongValue | NoneGiven;

/** `value` is undefined where the setting is missing; several things that are allowed are words. */
interface WrongValue {
  readonly setting: string;
  readonly value: string | undefined;
  readonly allowed?: string | readonly string[];
}

/** None of these settings was given, and one is needed. */
interface NoneGiven {
  readonly noneOf: readonly string[];
}
