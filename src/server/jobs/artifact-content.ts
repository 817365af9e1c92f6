import { ARTIFACT_BYTES_MAX } from '../../contract/limits.ts';
import type { ArtifactName } from '../../contract/record/job.ts';

/**
 * At most 256 KiB of a job file in UTF-8, whatever its machine sent: the end of stdout and stderr,
 * the start of the others, cut between characters.
 */
export function cutArtifact(
  content: string,
  artifact: ArtifactName,
): { readonly content: string; readonly cut: boolean } {
  const bytes = Buffer.from(content);
  if (bytes.length <= ARTIFACT_BYTES_MAX) return { content, cut: false };
  const fromEnd = artifact === 'stdout' || artifact === 'stderr';
  const kept = fromEnd
    ? bytes.subarray(firstWhole(bytes, bytes.length - ARTIFACT_BYTES_MAX))
    : bytes.subarray(0, lastWhole(bytes, ARTIFACT_BYTES_MAX));
  return { content: kept.toString(), cut: true };
}

/** Bytes of the form 10xxxxxx continue a character. */
function continues(byte: number | undefined): boolean {
  return byte !== undefined && (byte & 0b1100_0000) === 0b1000_0000;
}

function firstWhole(bytes: Buffer, from: number): number {
  let at = from;
  while (continues(bytes[at])) at += 1;
  return at;
}

function lastWhole(bytes: Buffer, to: number): number {
  let at = to;
  while (continues(bytes[at])) at -= 1;
  return at;
}
