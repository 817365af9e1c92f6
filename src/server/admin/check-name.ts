import { settingFailure } from '../../contract/failure.ts';

const NAME_CHARS_MAX = 100;

/** A name that people see: 1 to 100 code points without control characters. Throws `Failure` usage. */
export function checkName(name: string): string {
  const length = [...name].length;
  if (length >= 1 && length <= NAME_CHARS_MAX && name.isWellFormed() && !/\p{Cc}/u.test(name)) {
    return name;
  }
  throw settingFailure('The name is not valid', {
    setting: 'name',
    value: name.slice(0, 60),
    allowed: 'a text of 1 to 100 characters without control characters',
  });
}
