/** A shell skill that runs for half an hour, to see a job in progress. */
export const COPY_BACKUP = `---
name: copy-backup
description: Copies the backup of the night to another place, slowly so as not to disturb the shop
fleet:
  runner: shell
  title: Copy the backup of the night
  timeout_seconds: 3600
---
\`\`\`sh
set -eu
for part in $(seq 1 100); do
  printf '::progress {"message": "Part %s of 100", "percent": %s, "step": "copy"}\\n' "$part" "$part"
  sleep 18
done
echo 'All 100 parts are copied' > "$FLEET_RESULT_FILE"
\`\`\`
`;
