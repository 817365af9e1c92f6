/** A scheduled agent that ends with a question instead of waiting for the answer. */
export const NIGHTLY_REPORT = `---
name: nightly-report
description: Writes the report of the night and asks whether to send it
fleet:
  runner: agent_b
  model: agent-b-small
  schedule: { cron: "30 5 * * 1-5", timezone: Europe/Berlin }
  timeout_seconds: 900
  script:
    - progress: { message: Collecting the figures of the night, percent: 30, step: collect }
    - sleep: 1
    - say: "Orders: 1,204. Failed payments: 31, which is three times the usual."
    - progress: { message: Writing the report, percent: 80, step: write }
    - sleep: 1
    - spend: { cost_usd: 0.008, input_tokens: 5200, output_tokens: 900 }
    - link: { kind: document, title: Report of the night, url: "https://docs.example.com/reports/night" }
    - ask:
        text: Failed payments are three times the usual. Send the report as it is?
        context: The report is written and has not been sent to anybody.
        options: [send, hold back]
        recommended: hold back
        wait: false
    - say: "Decision: {{answer}}"
    - finish:
        headline: The report of the night is dealt with
        summary: "A person decided: {{answer}}"
        result: "{{answer}}"
---
Collect the figures of the night and write a report of one page. Where a figure is out of line, end
with a question instead of sending it.
`;
