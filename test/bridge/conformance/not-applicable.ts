const headers =
  'the service annotates no parameter with x-mcp-header, and its tools go on as listed';

/** Client scenarios that do not apply to a bridge to the one hosted server, each with its reason. */
export const NOT_APPLICABLE: Readonly<Record<string, string>> = {
  initialize:
    'the bridge says hello only to a server that insists on it, which this scenario does not: it would check nothing',
  'elicitation-sep1034-client-defaults':
    'the hosted server asks nothing back; the bridge itself asks',
  'sse-retry': 'the hosted server is stateless: its streams are not resumed',
  'request-metadata':
    'the bridge speaks one version of this era; who refuses it is asked in the other era, which this scenario lacks',
  'sep-2322-client-request-state': 'the hosted server asks nothing back and gives no request state',
  'http-custom-headers': headers,
  'http-invalid-tool-headers': headers,
};

/** Whole families: by how their names begin. */
export const NOT_APPLICABLE_FAMILIES: Readonly<Record<string, string>> = {
  'auth/': 'the bridge presents a key and signs nobody in',
  'sep-2640-': 'an extension for skills as resources; the service offers tools only',
};
