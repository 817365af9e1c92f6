/** A shell skill with real commands and progress: about two seconds. */
export const DEPLOY_CHECK = `---
name: deploy-check
description: Checks that this machine is ready for a deployment
fleet:
  runner: shell
  title: "Deploy check {{payload.ref}}"
  timeout_seconds: 60
---
Looks at the tools, the disk and the load of this machine, and says whether a deployment may start.

\`\`\`sh
set -eu
step() { printf '::progress {"message": "%s", "percent": %s, "step": "%s"}\\n' "$1" "$2" "$3"; }

step 'Reading what is to be deployed' 10 payload
echo "payload: $(cat)"
sleep 0.5

step 'Looking at the tools' 40 tools
for tool in awk df sed uname; do
  command -v "$tool" >/dev/null && echo "tool $tool: there" || { echo "tool $tool: missing" >&2; exit 1; }
done
sleep 0.5

step 'Looking at the disk' 70 disk
used=$(df -P . | awk 'NR == 2 { sub("%", "", $5); print $5 }')
echo "disk: $used % used"
sleep 0.5

step 'Looking at the system' 90 system
echo "system: $(uname -s -m)"
sleep 0.5

if [ "$used" -ge 99 ]; then
  echo "the disk is full" >&2
  exit 1
fi
printf 'Ready to deploy: tools there, disk %s %% used\\n' "$used" > "$FLEET_RESULT_FILE"
\`\`\`
`;
