/** A skill that fails, to see what a failure looks like. */
export const ALWAYS_FAILS = `---
name: always-fails
description: Ends with exit code 3
fleet:
  runner: shell
  timeout_seconds: 20
---
\`\`\`sh
echo 'looking for the build'
echo 'no build of this branch was found' >&2
exit 3
\`\`\`
`;
