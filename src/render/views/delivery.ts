import type { JsonObject } from '../../base/json/object.ts';
import { ago, byteSize } from './amount.ts';
import { hasAny, joined, numberAt, textAt, timeAt } from './member.ts';
import { stateInWords } from './state-tone.ts';
import type { Card, View } from './view.ts';

/** Webhook deliveries: what became of one and why, for which skill, from whom, when. */
export const deliveryView: View = {
  fits: (record) => hasAny(record, 'received_at') && hasAny(record, 'outcome'),
  columns: [
    { head: 'OUTCOME', goes: 0, cell: (one) => stateInWords(outcome(one)), state: outcome },
    { head: 'WHAT', goes: 0, cell: subject, takesRest: true },
    { head: 'SENDER', goes: 5, cell: (one) => textAt(one, 'sender', 'address'), widthMax: 20 },
    { head: 'VIA', goes: 6, cell: (one) => textAt(one, 'via') },
    { head: 'MACHINE', goes: 3, cell: machine, widthMax: 20 },
    { head: 'WHEN', goes: 2, cell: (one, now) => ago(timeAt(one, 'received_at'), now) },
    { head: 'JOB', goes: 4, cell: (one) => textAt(one, 'job') },
    { head: 'ID', goes: 1, cell: (one) => textAt(one, 'id') },
  ],
  card: deliveryCard,
};

function outcome(delivery: JsonObject): string {
  return textAt(delivery, 'outcome');
}

function subject(delivery: JsonObject): string {
  const webhooks = numberAt(delivery, 'webhooks') ?? 1;
  return joined(
    ' · ',
    textAt(delivery, 'skill', 'path'),
    textAt(delivery, 'reason', 'code'),
    webhooks > 1 ? `${webhooks} webhooks` : '',
  );
}

function machine(delivery: JsonObject): string {
  return textAt(delivery, 'machine_name', 'machine.name', 'machine');
}

function deliveryCard(delivery: JsonObject, now: number): Card {
  const headers = delivery['headers'];
  const size = byteSize(numberAt(delivery, 'body_bytes'));
  return {
    state: outcome(delivery),
    title: subject(delivery),
    parts: [
      { label: 'where', value: joined(' on ', textAt(delivery, 'skill'), machine(delivery)) },
      { label: 'when', value: ago(timeAt(delivery, 'received_at'), now) },
      { label: 'code', value: textAt(delivery, 'code') },
      { label: 'status', value: textAt(delivery, 'http_status') },
      {
        label: 'sender',
        value: joined(
          ', ',
          textAt(delivery, 'sender'),
          textAt(delivery, 'address'),
          textAt(delivery, 'user_agent'),
        ),
      },
      { label: 'path', value: joined(' by ', textAt(delivery, 'path'), textAt(delivery, 'via')) },
      { label: 'job', value: textAt(delivery, 'job', 'machine_job_id') },
      { label: "sender's id", value: textAt(delivery, 'delivery_id', 'sender_delivery_id') },
      {
        label: 'body',
        value: joined(', ', size, delivery['body_stored'] === false ? 'not stored' : ''),
      },
      { label: 'id', value: textAt(delivery, 'id') },
      { label: 'headers', lines: headerLines(headers), linesMax: 30 },
      { text: textAt(delivery, 'body'), linesMax: 20 },
    ],
  };
}

function headerLines(headers: unknown): readonly string[] {
  if (typeof headers !== 'object' || headers === null) return [];
  return Object.entries(headers).map(([name, value]) => `${name}: ${String(value)}`);
}
