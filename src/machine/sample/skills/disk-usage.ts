/** The smallest useful shell skill. */
export const DISK_USAGE = `---
name: disk-usage
description: Shows how full the disks of this machine are
fleet:
  runner: shell
  timeout_seconds: 20
---
\`\`\`sh
df -h
df -P . | awk 'NR == 2 { print "The disk is " $5 " full" }' > "$FLEET_RESULT_FILE"
\`\`\`
`;
