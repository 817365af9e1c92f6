/**
 * Why something could not be sealed or opened. `wrong_key` also stands for altered bytes: a sealed
 * box does not tell the two apart.
 */
type SealingErrorCode =
  | 'bad_encoding'
  | 'bad_length'
  | 'low_order_point'
  | 'truncated'
  | 'wrong_key';

/** The one error of this folder; its message never contains bytes of a key, a box or a content. */
export class SealingError extends Error {
  readonly code: SealingErrorCode;

  constructor(code: SealingErrorCode, message: string) {
    super(message);
    this.name = 'SealingError';
    this.code = code;
  }
}
