/** An agent that webhooks start and that needs nobody: done at once, with its cost. */
export const REVIEW_CHANGE = `---
name: review-change
description: Reads a proposed change and says whether anything speaks against it
fleet:
  runner: agent_a
  model: agent-a-large
  title: "Review #{{payload.change.number}} {{payload.change.title}}"
  webhook: true
  auth: hub_signature
  secret: SHOP_WEBHOOK_SECRET
  when:
    - path: action
      in: [opened, reopened]
  timeout_seconds: 600
  script:
    - progress: { message: Reading the change, percent: 30, step: read }
    - say: "Change: {{payload.change.title}}"
    - link:
        kind: source
        title: "Change #{{payload.change.number}}"
        url: "https://git.example.com/shop/pulls/{{payload.change.number}}"
    - spend: { cost_usd: 0.019, input_tokens: 6100, output_tokens: 380 }
    - finish:
        headline: "Change #{{payload.change.number}}: nothing speaks against it"
        summary: Tests are there, and no other part of the shop uses what was changed.
        result: approve
---
You review changes of the shop. Read the change in the event and the files that it touches, and say
in a few sentences what speaks against it. Approve what is right.
`;
