/** A text as common programs write it within a JSON string (RFC 8259, section 7), without the quotes; each form once. */
export function jsonForms(text: string): string[] {
  const json = JSON.stringify(text).slice(1, -1);
  // encoding/json of Go.
  const forHtml = json.replace(/[<>&\u2028\u2029]/g, escaped);
  // Gson of Java.
  const ofGson = json.replace(/[<>&='\u2028\u2029]/g, escaped);
  // json of Python.
  const ascii = json.replace(NOT_ASCII, escaped);
  // json_encode of PHP.
  const ofPhp = ascii.replaceAll('/', '\\/');
  return [...new Set([json, forHtml, ofGson, ascii, ofPhp])];
}

/** UTF-16 code units, each of which is escaped by itself. */
const NOT_ASCII = /[\u007f-\uffff]/g;

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
