/** What only the publisher knows, as `build/publisher.json` says it; null is unknown. */
export interface Publisher {
  readonly copyright_holder: string | null;
  /** URL of the public repository. */
  readonly repository: string | null;
  /** Email address or URL for reports about security. */
  readonly security_contact: string | null;
}

interface ReleaseFacts {
  readonly publisher: Publisher;
  readonly version: string;
  readonly changelog: string;
  /** Files that are not as they were committed. */
  readonly changed: readonly string[];
}

/** Why this cannot be released, a sentence each; nothing where it can. */
export function releaseFaults(facts: ReleaseFacts): readonly string[] {
  const { changed, changelog, publisher, version } = facts;
  const unknown = Object.entries(publisher)
    .filter(([, value]) => value === null || String(value).trim() === '')
    .map(([name]) => `build/publisher.json does not say ${name}.`);
  const heading = new RegExp(`^## ${version.replaceAll('.', '\\.')}$`, 'm');
  return [
    ...unknown,
    ...(heading.test(changelog) ? [] : [`CHANGELOG.md has no part about ${version}.`]),
    ...(changed.length === 0 ? [] : [`Not committed: ${changed.join(', ')}.`]),
  ];
}
