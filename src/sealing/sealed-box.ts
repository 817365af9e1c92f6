import { blake2b } from '@noble/hashes/blake2.js';
import nacl from 'tweetnacl';
import {
  checkKeyLength,
  createKeyPair,
  KEY_BYTES,
  type KeyPair,
  platformRandom,
  type RandomBytes,
  wipe,
} from './key-pair.ts';
import { SealingError } from './sealing-error.ts';

const NONCE_BYTES = 24;
const TAG_BYTES = 16;

/** How much longer a sealed box is than what is in it: the sender's public key and the tag. */
export const SEAL_BYTES = KEY_BYTES + TAG_BYTES;

/**
 * Seals bytes so that only the holder of the secret key to `publicKey` can open them: libsodium's
 * `crypto_box_seal` (X25519, XSalsa20-Poly1305, nonce = BLAKE2b-192 of the sender's one-time key ‖
 * the recipient's key). Throws `SealingError`: `bad_length` or `low_order_point` for an
 * invalid public key. The one-time secret key is wiped; `bytes` is the caller's to wipe.
 */
export function seal(
  publicKey: Uint8Array,
  bytes: Uint8Array,
  random: RandomBytes = platformRandom,
): Uint8Array {
  checkKeyLength('public', publicKey);
  const once = createKeyPair(random);
  try {
    const box = withSharedKey(publicKey, once.secretKey, (key) =>
      nacl.secretbox(bytes, nonceOf(once.publicKey, publicKey), key),
    );
    const sealed = new Uint8Array(KEY_BYTES + box.length);
    sealed.set(once.publicKey);
    sealed.set(box, KEY_BYTES);
    return sealed;
  } finally {
    wipe(once.secretKey);
  }
}

/**
 * The bytes in a sealed box (`crypto_box_seal_open`); they are the caller's to wipe. Throws
 * `SealingError`: `truncated` where it is too short to be one, `bad_length` for a key, `low_order_point`
 * for the sender's key, `wrong_key` where it is sealed to another key or was altered.
 */
export function open(sealed: Uint8Array, keyPair: KeyPair): Uint8Array {
  checkKeyLength('public', keyPair.publicKey);
  checkKeyLength('secret', keyPair.secretKey);
  if (sealed.length < SEAL_BYTES) {
    throw new SealingError(
      'truncated',
      `a sealed box has at least ${SEAL_BYTES} bytes, not ${sealed.length}`,
    );
  }
  const sender = sealed.subarray(0, KEY_BYTES);
  const box = sealed.subarray(KEY_BYTES);
  const bytes = withSharedKey(sender, keyPair.secretKey, (key) =>
    nacl.secretbox.open(box, nonceOf(sender, keyPair.publicKey), key),
  );
  if (bytes === null) {
    throw new SealingError('wrong_key', 'the box is sealed to another key, or was altered');
  }
  return bytes;
}

function nonceOf(sender: Uint8Array, recipient: Uint8Array): Uint8Array {
  return blake2b.create({ dkLen: NONCE_BYTES }).update(sender).update(recipient).digest();
}

/** Calls `use` with the key that both sides share, and wipes it in any case. */
function withSharedKey<Result>(
  publicKey: Uint8Array,
  secretKey: Uint8Array,
  use: (key: Uint8Array) => Result,
): Result {
  // With a point of low order the shared key is public; tweetnacl accepts that, libsodium refuses it.
  const product = nacl.scalarMult(secretKey, publicKey);
  const isLowOrder = product.every((byte) => byte === 0);
  wipe(product);
  if (isLowOrder) {
    throw new SealingError('low_order_point', 'the public key is a point of low order');
  }
  const key = nacl.box.before(publicKey, secretKey);
  try {
    return use(key);
  } finally {
    wipe(key);
  }
}
