/** The skill that `fleet machine init` writes: it runs anywhere, and shows what a run is given. */
export const FIRST_SKILL = `---
name: hello
description: Says hello, and shows what a run is given
fleet:
  runner: shell
  title: "Hello {{payload.who}}"
  timeout_seconds: 60

  # What else starts it, besides fleet cloud run-skill:
  # schedule: { cron: "0 7 * * 1-5", timezone: Europe/Berlin }   # without timezone UTC
  # webhook: true
  # auth: standard_webhooks       # or hub_signature, as code hosts sign; checked with
  # secret: HELLO_SECRET          # this secret, which fleet secret new makes
  # when: [{ path: action, in: [opened, reopened] }]
---
This part is for people, and for agents: a runner agent_a or agent_b gets it as
its prompt. Runner shell runs the first block of it that is marked sh.

\`\`\`sh
set -eu

# What the job tells of itself: a line of JSON each, as fleet help skills lists them.
echo '{"progress": {"message": "Looking around", "percent": 50, "step": "look"}}' >> "$FLEET_COMMANDS_FILE"

echo "This is skill $FLEET_SKILL, job $FLEET_JOB, in $(pwd)."

# The payload is on stdin: JSON, or nothing. With jq, who=$(jq -r .who) takes a value out of it.
payload=$(cat)

# The result; its first line is the headline that lists show.
echo "Hello from $(uname -n), which got \${payload:-nothing}" > "$FLEET_RESULT_FILE"
\`\`\`
`;
