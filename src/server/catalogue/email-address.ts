/** As HTML forms take one (HTML Standard, "Email state"). */
const ADDRESS =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)*$/;

/** Whether a text has the form of an email address. */
export function isEmailAddress(text: string): boolean {
  return ADDRESS.test(text);
}
