/** Why a form is taken back. */
export const NOT_ASKED = 'The job no longer asks this.';

/** Of the questions of one task, those whose forms were put to its person. */
export interface PutForms {
  /** The key of the last one, until its person has answered it or let it be: one that was taken back stays. */
  last: string | undefined;
  /** The keys of those whose form came after one that was taken back. */
  readonly afterAnother: Set<string>;
}

/** Those of a task whose person was asked nothing yet. */
export function noForms(): PutForms {
  return { last: undefined, afterAnother: new Set() };
}

/** Whether the form before was taken back, so that a key which was meant for that may confirm this one. */
export function followsAnother({ afterAnother, last }: PutForms, key: string): boolean {
  return afterAnother.has(key) || (last !== undefined && last !== key);
}

/** Notes that the form of a question is put. */
export function formIsPut(forms: PutForms, key: string): void {
  if (followsAnother(forms, key)) forms.afterAnother.add(key);
  forms.last = key;
}

/** Notes that the last form is gone and was not taken back. */
export function formIsDone(forms: PutForms): void {
  forms.last = undefined;
}
