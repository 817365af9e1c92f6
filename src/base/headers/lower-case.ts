/** The same headers with their names in lower case, as HTTP/2 and Node have them. */
export function lowerCaseNames(
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
}
