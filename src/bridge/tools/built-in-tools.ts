/** The catalogue that this program was built with, as tools: for a start without network or cache. */
export async function builtInTools(): Promise<readonly unknown[]> {
  const { default: snapshot } = await import('../../client/catalogue/snapshot.json', {
    with: { type: 'json' },
  });
  return snapshot.tools.map(({ class: operationClass, description, input_schema, name }) => ({
    name,
    description,
    inputSchema: input_schema,
    annotations:
      operationClass === 'read'
        ? { readOnlyHint: true }
        : { readOnlyHint: false, destructiveHint: operationClass === 'destructive' },
  }));
}
