/**
 * Keys, tokens of apps and of machines, as the service makes them; a text without a digit is a name.
 * Every repetition is bounded, since a word may be a whole file.
 */
export const KEY_SHAPE =
  /fleet[a-z]{0,4}_[A-Za-z0-9]{2,64}_(?=[A-Za-z_-]{0,64}\d)[A-Za-z0-9_-]{20}/;
