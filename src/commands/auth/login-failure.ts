import { Failure, type FailureKind } from '../../contract/failure.ts';
import { toFailure } from '../../terminal/report-failure.ts';

interface LoginTry {
  readonly baseUrl: string;
  /** Whether the key came from stdin. */
  readonly isPiped: boolean;
  /** Its name, where the service has told it. */
  readonly keyName: string | null | undefined;
}

/** Of these nobody knows whether the service takes the key. */
const UNCHECKED: readonly FailureKind[] = ['network', 'not_the_service', 'refused', 'interrupted'];

const GET_KEY =
  'Check that the whole key was given, and that it is one of this service. A key of your own server ' +
  'is made with fleet admin key create; elsewhere ask an admin for one.';

/**
 * The error of a login for the person: with how to get a key where the service refused this one,
 * else with what became of a key from stdin.
 */
export function loginFailure(error: unknown, { isPiped, ...of }: LoginTry): Failure {
  const failure = toFailure(error);
  const { kind, facts } = failure;
  const isUnknown = kind === 'refused' && facts.status === 401;
  if (isUnknown) return new Failure(kind, { ...facts, advice: GET_KEY }, { cause: error });
  if (!isPiped) return failure;
  const note = keyNote(failure, of);
  const detail = facts.detail === undefined ? note : `${facts.detail}\n${note}`;
  return new Failure(kind, { ...facts, detail }, { cause: error });
}

/** Who had a key made and piped here has not seen it: without this nobody knows that it may be valid. */
function keyNote(
  { kind, facts }: Failure,
  { baseUrl, keyName }: Omit<LoginTry, 'isPiped'>,
): string {
  const isTried = facts.wasSent !== false;
  const isAccepted = !UNCHECKED.includes(kind);
  return (
    `The key from stdin${keyName ? ` (${keyName})` : ''} was ${isTried ? '' : 'not tried and '}not stored for ${baseUrl}` +
    `${isAccepted ? ', and stays valid where it was made: ' : '; '}one that nobody keeps is to be revoked.`
  );
}
