import { createHash } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import { replaceFile } from '../../base/disk/replace-file.ts';
import { isMissing } from '../../base/errors.ts';
import { senderDeliveryId } from '../../contract/record/delivery.ts';
import { fileFailure } from '../file-failure.ts';
import type { IncomingWebhook } from './incoming-webhook.ts';
import { hubSignature } from './signature.ts';

/**
 * So many marks of one skill are remembered, the newest, for as long as the machine lasts: a
 * signature without a time (`hub_signature`) is as right in a year as it is now.
 */
const MARKS_PER_SKILL_MAX = 100_000;
const SURPLUS_MAX = 10_000;

/** By what a delivery is recognised when it comes again; of `skill` while it takes webhooks. */
export interface DeliveryMarks {
  readonly skill: string;
  readonly marks: readonly string[];
}

/**
 * The marks of a webhook: its sender's id, and the signature where that covers the body alone, since
 * whoever has caught such a request may send it again under another id. Hashes, as a signature is
 * as good as the secret for the body that it belongs to.
 */
export function marksOf(
  { headers, skill }: IncomingWebhook,
  auth: string | undefined,
): DeliveryMarks {
  const id = senderDeliveryId(headers);
  const signature = auth === 'hub_signature' ? hubSignature(headers) : undefined;
  const marks = [
    ...(id === undefined ? [] : [idMark(id)]),
    ...(signature === undefined ? [] : [digest(`signature ${signature.toString('hex')}`)]),
  ];
  return { skill, marks };
}

/** The mark of a sender's id. */
export function idMark(id: string): string {
  return digest(`id ${id}`);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 32);
}

const UNREADABLE = {
  code: 'folder_unusable',
  title: 'The deliveries that came before cannot be read',
  advice: 'Restore the file, or remove it: what comes again runs again then.',
};

/**
 * What was accepted or skipped once, apart from the deliveries themselves: they are removed after a
 * while, and others could push them out. In memory, and in a file for those that were removed.
 */
export class KnownDeliveries {
  readonly #path: string;
  readonly #marksOf = new Map<string, Set<string>>();
  /** Since it was written anew: so many of its lines at most are of no use any more. */
  #linesWritten = 0;

  constructor(path: string) {
    this.#path = path;
  }

  /** Reads what is on disk. Throws `Failure` where that cannot be read. */
  async load(): Promise<void> {
    const text = await readFile(this.#path, 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return '';
      throw fileFailure(this.#path, error, UNREADABLE);
    });
    const lines = text.split('\n').filter((line) => line !== '');
    for (const line of lines) {
      const [skill = '', ...marks] = line.split(' ');
      this.add({ skill, marks });
    }
    const remembered = this.#marksOf.values().reduce((sum, { size }) => sum + size, 0);
    this.#linesWritten = Math.max(0, lines.length - remembered);
  }

  has({ skill, marks }: DeliveryMarks): boolean {
    const known = this.#marksOf.get(skill);
    return known !== undefined && marks.some((mark) => known.has(mark));
  }

  /** Remembers a delivery while this process runs. */
  add({ skill, marks }: DeliveryMarks): void {
    if (marks.length === 0) return;
    const known = this.#marksOf.get(skill) ?? new Set();
    for (const mark of marks) known.add(mark);
    // Many at once: to find the oldest takes longer with each that was removed before it.
    const isOver = known.size > MARKS_PER_SKILL_MAX + SURPLUS_MAX;
    this.#marksOf.set(skill, isOver ? new Set([...known].slice(-MARKS_PER_SKILL_MAX)) : known);
  }

  /** Puts deliveries on disk before they are removed; they are there when this resolves. */
  async keep(deliveries: readonly DeliveryMarks[]): Promise<void> {
    const lines = deliveries
      .filter(({ marks }) => marks.length > 0)
      .map(({ skill, marks }) => `${[skill, ...marks].join(' ')}\n`);
    if (lines.length === 0) return;
    this.#linesWritten += lines.length;
    if (this.#linesWritten > MARKS_PER_SKILL_MAX) return await this.#rewrite();
    const file = await open(this.#path, 'a', 0o600);
    try {
      // The last line may be one that a full disk cut off.
      await file.appendFile(`\n${lines.join('')}`);
      await file.sync();
    } finally {
      await file.close();
    }
  }

  /** Leaves out of the file what is not remembered any more. */
  async #rewrite(): Promise<void> {
    const lines = [...this.#marksOf].flatMap(([skill, marks]) =>
      [...marks].map((mark) => `${skill} ${mark}\n`),
    );
    await replaceFile(this.#path, lines.join(''), { mode: 0o600 });
    this.#linesWritten = 0;
  }
}
