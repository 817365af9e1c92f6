const resources = 'the service offers tools only, no resources';
const prompts = 'the service offers tools only, no prompts';
const completion = 'without prompts and resources there is nothing to complete';
const logging = 'the service writes no log for its clients';
const asking =
  'no operation asks the client back: the bridge confirms, and the person on the dashboard';
const stateless = 'the endpoint is stateless and has no sessions';

/** Scenarios of 2025-11-25 that do not apply to a stateless tools-only server, each with its reason. */
export const NOT_APPLICABLE_2025_11_25: Readonly<Record<string, string>> = {
  'logging-set-level': logging,
  'tools-call-with-logging': logging,
  'completion-complete': completion,
  'tools-call-sampling': asking,
  'tools-call-elicitation': asking,
  'elicitation-sep1034-defaults': asking,
  'elicitation-sep1330-enums': asking,
  'server-sse-multiple-streams': stateless,
  'resources-list': resources,
  'resources-read-text': resources,
  'resources-read-binary': resources,
  'resources-templates-read': resources,
  'resources-subscribe': resources,
  'resources-unsubscribe': resources,
  'prompts-list': prompts,
  'prompts-get-simple': prompts,
  'prompts-get-with-args': prompts,
  'prompts-get-embedded-resource': prompts,
  'prompts-get-with-image': prompts,
};

/** The same of 2026-07-28. */
export const NOT_APPLICABLE_2026_07_28: Readonly<Record<string, string>> = {
  'completion-complete': completion,
  'resources-list': resources,
  'resources-read-text': resources,
  'resources-read-binary': resources,
  'resources-templates-read': resources,
  'sep-2164-resource-not-found': resources,
  'prompts-list': prompts,
  'prompts-get-simple': prompts,
  'prompts-get-with-args': prompts,
  'prompts-get-embedded-resource': prompts,
  'prompts-get-with-image': prompts,
  caching:
    'its checks of tools/list and discover pass; those of prompts and resources do not apply',
  'input-required-result-basic-elicitation': asking,
  'input-required-result-basic-sampling': asking,
  'input-required-result-basic-list-roots': asking,
  'input-required-result-request-state': asking,
  'input-required-result-multiple-input-requests': asking,
  'input-required-result-multi-round': asking,
  'input-required-result-missing-input-response': asking,
  'input-required-result-non-tool-request': asking,
  'input-required-result-result-type': asking,
  'input-required-result-tampered-state': asking,
  'input-required-result-capability-check': asking,
  'input-required-result-validate-input': asking,
};
