/**
 * What other bridges do worse or are complained about, measured or read in their issues: each row
 * has a test in which ours does better, which says so with `beatsPeersAt('id')`.
 */
export const PEER_ROWS = {
  'server-down-at-start': 'A server is down at the start; peers exit.',
  'server-up-later': 'A server comes up after the start; peers never try again.',
  'calls-before-the-first':
    'HTTP requests before the first tool call: peers send up to eight and send initialize twice.',
  'first-of-several-killed': 'An assistant starts several and kills the first at once.',
  'refusals-over-http':
    '429, 503 and 413: peers answer with errors of the protocol, some without the status.',
  'refused-key': '401 with a fixed key: peers try OAuth and say “Unexpected end of JSON input”.',
  'sign-in-storms':
    '401 again and again: peers register, refresh and open browsers against each other.',
  'socket-dropped': 'The connection is dropped: peers say “fetch failed” after one try.',
  'one-404': 'One passing 404 disconnects a peer until the next start.',
  'no-retry-after': 'Peers do not know Retry-After.',
  'session-lost': 'The server forgot the session; peers fail until they are started again.',
  'sessions-left': 'Peers leave sessions behind on the server.',
  'progress-events': 'Progress that the server tells: of the peers one forwards it.',
  'cancelled-call': 'A call of 3 s is cancelled: peers deliver it late or keep the connection.',
  'server-restart': 'The server is started again while the assistant runs.',
  'call-of-65-seconds': 'A call of 65 s: of three peers two fail after 60 s.',
  'fixed-time-limit': '60 s for each call, fixed in a peer.',
  'long-calls': 'Assistants give calls up after 60 or 240 s without a sign of life.',
  'list-changed': 'The tools change: no peer tells the assistant.',
  'result-of-20-mb': 'A result of 20 MB.',
  'reader-stops': 'The assistant stops reading while large results come.',
  'stdin-ends': 'The assistant closes stdin.',
  orphans: 'Peers stay behind when their assistant ends, some at 100% CPU.',
  'late-send': 'A peer crashes on an answer for which nobody waits any more.',
  'arguments-split': 'Spaces in arguments and npx break configurations on Windows and in Cursor.',
  'key-on-command-line': 'Peers take the key on the command line, where every user sees it.',
  'bare-environment': 'Assistants hand on HOME and PATH and little else.',
  'keychain-out-of-reach': 'The key is in a keychain that the assistant’s process does not reach.',
  'tool-filter': 'Peers cannot be held to what reads, or to a list of tools.',
  'newer-version-only':
    'Servers of the newer protocol version alone cannot be used by assistants of the older.',
} as const;

export type PeerRow = keyof typeof PEER_ROWS;

/** Says which row the test is about. `rows.test.ts` reads the calls from the text, as literals. */
export function beatsPeersAt(row: PeerRow): void {
  if (!Object.hasOwn(PEER_ROWS, row)) throw new Error(`no row has the id ${row}`);
}
