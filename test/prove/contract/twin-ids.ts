const ID = /\b(?:mac|job|cmd|del|alt|chn|iss)_[0-9a-z]{11}\b/g;

/**
 * What ids of one world are called in its twin: a transaction that had to begin again takes a new id,
 * so that the same row may have another one there. Learnt from bodies that say the same.
 */
export interface TwinIds {
  /** Takes two texts about the same things, and gives the second with the ids of the first. */
  learn(ours: string, theirs: string): string;
  /** A text of ours with the ids of the twin. */
  translate(text: string): string;
}

export function createTwinIds(): TwinIds {
  const theirsOf = new Map<string, string>();
  const oursOf = new Map<string, string>();
  return {
    learn(ours, theirs) {
      const [left, right] = [ours.match(ID) ?? [], theirs.match(ID) ?? []];
      for (const [place, id] of left.entries()) {
        const other = right[place];
        if (other === undefined || theirsOf.has(id) || oursOf.has(other)) continue;
        theirsOf.set(id, other);
        oursOf.set(other, id);
      }
      return theirs.replaceAll(ID, (id) => oursOf.get(id) ?? id);
    },
    translate: (text) => text.replaceAll(ID, (id) => theirsOf.get(id) ?? id),
  };
}
