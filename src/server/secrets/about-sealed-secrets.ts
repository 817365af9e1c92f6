import { CLAIM_TTL_SECONDS } from '../../contract/limits.ts';
import type { Topic } from '../catalogue/topic.ts';

/** Made by libsodium; the key is nobody's. */
const VECTOR = {
  recipient_key: 'YrvYPjb95EpfPNJ-CKFLmvrNQzYusf9ieuoVR0sjikI',
  recipient_secret_key: 'xiFfYSwMCpVEZgRgQAdgqWHLjFEX1sFNCJQRf165EBw',
  sealed:
    '5ldb1rqYE5uaNL19kkJdAYd_Lr15jaKaxey6bwAS3UX6TyENczKO-VTLEVBiVl-5-PHLI68m-w7kF_cst-QFi4vVUKCXIQqqHpkSCw',
  value: 'correct horse battery staple',
} as const;

export const ABOUT_SEALED_SECRETS: Topic = {
  name: 'Sealed secrets',
  description: `\
The caller makes an X25519 key pair for the request and sends the raw public key as \`recipient_key\`. The machine makes the secret and seals its \
UTF-8 bytes to that key, as libsodium's \`crypto_box_seal\` does: an ephemeral X25519 key, XSalsa20-Poly1305, and as nonce the BLAKE2b of 24 bytes \
over ephemeral key and recipient key. \`sealed\` is the ephemeral key and the box. Binary values are base64url without padding. A key of low order is refused.

\`\`\`json
${JSON.stringify(VECTOR, null, 2)}
\`\`\`

- \`POST /api/v1/commands/{command}/claim\` asks for it with the **key that asked**; any other one is \`forbidden\`.
- The claim expires **${CLAIM_TTL_SECONDS / 60} minutes** after the sync with which the machine received the request. \`expires_in_seconds\` is the time \
of the queued command: one that its machine never received is \`expired\` after that.
- The value is given once. The service then overwrites the sealed bytes, and never had the value.`,
};
