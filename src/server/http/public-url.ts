import { settingFailure } from '../../contract/failure.ts';

/**
 * Reads where the server is reached from outside: `http` or `https`, with a path where a proxy gives
 * it one. Gives it without a slash at its end. Throws `Failure` usage.
 */
export function parsePublicUrl(text: string): string {
  const url = URL.parse(text);
  const isWhole = url?.username === '' && url.password === '' && !/[?#]/.test(text);
  if (url !== null && isWhole && /^https?:$/.test(url.protocol)) {
    return `${url.origin}${url.pathname.replace(/(?<!\/)\/+$/, '')}`;
  }
  throw settingFailure('The public URL is not valid', {
    setting: 'public-url',
    value: text,
    allowed: 'https://HOST[:PORT][/PATH], without user, query and fragment',
  });
}
