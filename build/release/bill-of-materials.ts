import type { BundledPackage } from '../bundled-packages.ts';

interface Component {
  readonly name: string;
  readonly version: string;
  readonly 'bom-ref': string;
  readonly properties?: readonly { readonly name: string }[];
}

interface Bill {
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

/**
 * Of the bill of materials that npm makes of the project, what is in the package: code that is bundled, and what is
 * installed beside it. Bundled packages are development dependencies to npm, and required here.
 */
export function billOfPackage(bill: Bill, bundled: readonly BundledPackage[]): Bill {
  const inBundle = new Set(bundled.map(({ name, version }) => `${name}@${version}`));
  const isInstalled = ({ properties = [] }: Component) =>
    !properties.some(({ name }) => name === 'cdx:npm:package:development');
  const components = bill.components
    .filter((one) => inBundle.has(`${one.name}@${one.version}`) || isInstalled(one))
    .map((one) => ({ ...one, scope: 'required' }));
  const kept = new Set(components.map((one) => one['bom-ref']));
  const dependencies = bill.dependencies
    .filter(({ ref }, place) => place === 0 || kept.has(ref))
    .map(({ dependsOn = [], ref }) => ({ ref, dependsOn: dependsOn.filter((to) => kept.has(to)) }));
  return { ...bill, components, dependencies };
}
