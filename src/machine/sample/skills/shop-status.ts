/** A shell skill that fails by its payload: what the shop's monitoring saw. */
export const SHOP_STATUS = `---
name: shop-status
description: Says whether the shop responds, by the status that its monitoring saw
fleet:
  runner: shell
  timeout_seconds: 20
---
The payload is {"status": 200}, the HTTP status of the shop. From 500 on the job fails.

\`\`\`sh
status=$(sed -n 's/.*"status": *\\([0-9][0-9]*\\).*/\\1/p')
if [ "\${status:-200}" -ge 500 ]; then
  echo "the shop responds with $status" >&2
  exit 1
fi
echo "The shop responds with \${status:-200}" > "$FLEET_RESULT_FILE"
\`\`\`
`;
