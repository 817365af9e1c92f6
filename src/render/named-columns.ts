import { columnsToSee, memberAt } from './rows.ts';

/** Watches rows go by for what `--columns` and `--sort-by` name. */
interface NamedColumns {
  see(rows: readonly unknown[]): void;
  /** What no row had, in words and with what there is; undefined where all is known, or no row came. */
  missing(): string | undefined;
}

/** A list could bring new members for ever. */
const NAMES_MAX = 200;

/** Watches for `named`; a name that was seen once costs nothing any more. */
export function watchNamedColumns(named: readonly string[]): NamedColumns {
  const unseen = new Set(named);
  const there = new Set<string>();
  return {
    see(rows) {
      for (const name of unseen) {
        if (rows.some((row) => memberAt(row, name) !== undefined)) unseen.delete(name);
      }
      if (unseen.size === 0) return;
      for (const name of columnsToSee(rows)) if (there.size < NAMES_MAX) there.add(name);
    },
    missing() {
      if (there.size === 0 || unseen.size === 0) return undefined;
      const names = [...unseen].map((name) => JSON.stringify(name)).join(', ');
      return `No row has ${names}; there are ${[...there].join(', ')}.`;
    },
  };
}
