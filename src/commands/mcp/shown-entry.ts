import { KEY_SHAPE } from '../../contract/key-shape.ts';

const KEYS = new RegExp(`${KEY_SHAPE.source}[A-Za-z0-9_-]*`, 'g');

/**
 * What is told of an entry, without a key or token that somebody has put among its words: reports of
 * `doctor` are passed on. Takes what JSON can hold.
 */
export function shownEntry<Told>(told: Told): Told {
  return JSON.parse(JSON.stringify(told).replace(KEYS, '[key]')) as Told;
}
