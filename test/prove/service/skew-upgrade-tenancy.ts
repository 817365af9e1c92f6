import { skewClocks } from './clock-skew.ts';
import type { Findings, Proof } from './proof.ts';
import { probeTenancy } from './tenancy.ts';
import { upgradeDatabase } from './upgrade.ts';

/** Clocks that are wrong, a database of an older version, and ids of others. */
export const skewUpgradeTenancy: Proof = {
  number: 10,
  title: 'skew, upgrade, tenancy',
  whole: true,
  async prove(scene): Promise<Findings> {
    const parts = [
      await skewClocks(scene),
      await probeTenancy(scene),
      await upgradeDatabase(scene),
    ];
    return {
      done: parts.map(({ done }) => done),
      figures: parts.flatMap(({ figures }) => figures),
    };
  },
};
