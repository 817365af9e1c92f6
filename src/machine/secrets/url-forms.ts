/** Which ASCII characters common programs leave as they are in a URL, and how they write a blank. */
const ENCODINGS: readonly { readonly encoded: RegExp; readonly blank: string }[] = [
  // RFC 3986, section 2.3: curl --data-urlencode.
  { encoded: /[^\w.~-]/gu, blank: '%20' },
  // quote of Python's urllib.
  { encoded: /[^\w.~/-]/gu, blank: '%20' },
  // encodeURIComponent of JavaScript.
  { encoded: /[^\w.~!*'()-]/gu, blank: '%20' },
  // encodeURI of JavaScript: a whole URL.
  { encoded: /[^\w.~!*'();/?:@&=+$,#-]/gu, blank: '%20' },
  // The user and password of a URL as the URL class of JavaScript writes them (URL Standard, userinfo).
  { encoded: /[^\w.~!$&'()*+,%-]/gu, blank: '%20' },
  // quote_plus and urlencode of Python's urllib.
  { encoded: /[^\w.~-]/gu, blank: '+' },
  // application/x-www-form-urlencoded (URL Standard): URLSearchParams, URLEncoder of Java.
  { encoded: /[^\w.*-]/gu, blank: '+' },
  // urlencode of PHP.
  { encoded: /[^\w.-]/gu, blank: '+' },
];

/** A text as programs write it in URLs and forms, with hexadecimal digits of either case; each form once. */
export function urlForms(text: string): string[] {
  const forms = new Set<string>();
  for (const { encoded, blank } of ENCODINGS) {
    for (const hex of [upperHex, lowerHex]) {
      forms.add(text.replace(encoded, (found) => (found === ' ' ? blank : hex(found))));
    }
  }
  return [...forms];
}

function upperHex(character: string): string {
  return [...Buffer.from(character, 'utf8')].map(percent).join('').toUpperCase();
}

function lowerHex(character: string): string {
  return [...Buffer.from(character, 'utf8')].map(percent).join('');
}

function percent(byte: number): string {
  return `%${byte.toString(16).padStart(2, '0')}`;
}
