import * as Args from '@oclif/core/args';
import { usageFailure } from '../contract/failure.ts';
import { IDEMPOTENCY_KEY_HEADER } from '../contract/header.ts';
import { createInputSource } from '../flags/input-source.ts';
import { jsonValue } from '../flags/text-to-value.ts';
import { interruptionSignal } from '../terminal/interruption.ts';
import { createPrinter } from '../terminal/printer.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from './flag-table.ts';
import { FleetCommand } from './fleet-command.ts';
import { inputReaders } from './input-readers.ts';
import { oclifFlags } from './oclif/flags.ts';
import { createServiceClient } from './service-client.ts';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

export default class Api extends FleetCommand {
  static override readonly summary = 'Make any request, with the key attached.';
  static override readonly description =
    'Never asks for confirmation. What may have run is never sent again.';
  static override readonly examples = [
    'fleet api GET /api/v1/me',
    'fleet api POST /api/v1/tools/list_jobs --input \'{"limit": 5}\'',
  ];
  static override readonly args = {
    method: Args.string({ required: true, ignoreStdin: true, description: METHODS.join(', ') }),
    path: Args.string({
      required: true,
      ignoreStdin: true,
      description: 'Path below the base URL, for example /api/v1/me.',
    }),
  };
  static override readonly flags = oclifFlags({
    input: { type: 'option', helpValue: 'JSON|@file|@-', description: 'The body.' },
    'idempotency-key': {
      type: 'option',
      helpValue: 'KEY',
      description: 'Sent as Idempotency-Key, at most 120 characters.',
    },
    ...OUTPUT_FLAGS,
    ...SERVICE_FLAGS,
  });

  async run(): Promise<void> {
    const { args, flags } = await this.read();
    const method = methodOf(args['method']);
    const isReport = method !== 'GET';
    const printer = await createPrinter(flags, this.runtime, { isReport });
    const body = await bodyOf(flags['input'], inputReaders(this.runtime));
    const idempotencyKey = checkedIdempotencyKey(flags['idempotency-key']);
    const { client } = await createServiceClient(this.runtime, flags, interruptionSignal());
    try {
      const answer = await client.request(method, args['path'], {
        operationClass: isReport ? undefined : 'read',
        ...(body === undefined ? {} : { body }),
        ...(idempotencyKey && { headers: { [IDEMPOTENCY_KEY_HEADER]: idempotencyKey } }),
      });
      if (answer.bytes.byteLength > 0) {
        await printer
          .value({ value: answer.value, bytes: answer.bytes })
          .catch(async (error: unknown) => {
            if (!isReport) throw error;
            const { unprinted } = await import('./operation/failed-call.ts');
            throw unprinted(error, { requestId: answer.requestId });
          });
      }
    } finally {
      await client.close();
    }
  }
}

/** Throws `Failure` usage for what cannot stand in a header, or is longer than the service takes. */
function checkedIdempotencyKey(given: string | undefined): string | undefined {
  if (given === undefined || /^[\x20-\x7e]{1,120}$/.test(given)) return given;
  throw usageFailure(
    '--idempotency-key is not usable',
    `${JSON.stringify(given)} was given; allowed are 1 to 120 visible ASCII characters.`,
  );
}

function methodOf(given: string): string {
  const method = given.toUpperCase();
  if (METHODS.includes(method)) return method;
  throw usageFailure('Unknown method', `${given} was given; allowed are ${METHODS.join(', ')}.`);
}

/** The body as it was given, once it is known to be JSON. Throws `Failure` usage. */
async function bodyOf(
  value: string | undefined,
  readers: ReturnType<typeof inputReaders>,
): Promise<string | undefined> {
  if (value === undefined) return undefined;
  const text = await createInputSource(readers).textOf(value, '--input');
  jsonValue(text, '--input');
  return text;
}
