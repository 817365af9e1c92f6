import { seededRandom } from '../seeded-random.ts';
import {
  type Deployment,
  type DeploymentOptions,
  type Engine,
  startDeployment,
} from './deployment.ts';
import type { Proof } from './proof.ts';
import type { SliceResult } from './report.ts';

export interface Slice {
  readonly engine: Engine;
  readonly slice: number;
  readonly seed: number;
  readonly scale: number;
}

/** Runs a test once, on servers of its own or on those that are given, and ends what it started. */
export async function runSlice(
  proof: Proof,
  { engine, scale, seed, slice }: Slice,
  given?: { readonly deployment: Deployment; readonly postgres?: string },
): Promise<SliceResult> {
  const startedAt = performance.now();
  const own: Deployment[] = [];
  const another = async (options: DeploymentOptions = {}): Promise<Deployment> => {
    const postgres = given?.postgres === undefined ? {} : { postgres: given.postgres };
    const deployment = await startDeployment(engine, { ...postgres, ...options });
    own.push(deployment);
    return deployment;
  };
  try {
    const deployment = given?.deployment ?? (await another({ probed: proof.probed ?? false }));
    const findings = await proof.prove({
      deployment,
      scale,
      random: seededRandom(seed),
      another,
    });
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    return { test: proof.number, engine, slice, seed, seconds, ...findings };
  } finally {
    await Promise.all(own.map((deployment) => deployment.close()));
  }
}
