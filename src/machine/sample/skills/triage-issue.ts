/** An agent that reports progress, asks a person while it waits, and goes on with the answer. */
export const TRIAGE_ISSUE = `---
name: triage-issue
description: Reads a new issue, proposes a severity and labels it
fleet:
  runner: agent_a
  model: agent-a-large
  title: "Triage #{{payload.issue.number}} {{payload.issue.title}}"
  webhook: true
  auth: hub_signature
  secret: TRIAGE_WEBHOOK_SECRET
  when:
    - path: action
      in: [opened, reopened]
  timeout_seconds: 900
  script:
    - progress: { message: Reading the issue, percent: 10, step: read }
    - say: "Issue: {{payload.issue.title}}"
    - link:
        kind: source
        title: "Issue #{{payload.issue.number}}"
        url: "https://git.example.com/shop/issues/{{payload.issue.number}}"
    - sleep: 1
    - progress: { message: Looking for similar issues, percent: 40, step: search }
    - say: Two similar issues were found, both closed.
    - spend: { cost_usd: 0.031, input_tokens: 8200, output_tokens: 640 }
    - sleep: 1
    - progress: { message: Waiting for a decision, percent: 60, step: decide }
    - ask:
        text: "How severe is “{{payload.issue.title}}”?"
        context: "Two similar issues were closed as **high**. The error rate rose to 4 % since the last release."
        options: [low, normal, high, urgent]
        recommended: high
    - progress: { message: Labelling the issue, percent: 80, step: label }
    - say: "Decision: {{answer}}"
    - sleep: 1
    - spend: { cost_usd: 0.012, input_tokens: 3100, output_tokens: 410 }
    - link:
        kind: pull_request
        title: Raise the timeout of the payment call
        url: https://git.example.com/shop/pulls/118
    - finish:
        headline: "Issue #{{payload.issue.number}} is triaged and labelled"
        summary: |
          - Labelled as decided by a person
          - Opened a pull request that raises the timeout of the payment call
        result: |
          The decision was:
          {{answer}}
---
You triage issues of the shop. Read the issue in the event, look for similar ones and propose a
severity. Ask a person before you label anything; their answer decides.
`;
