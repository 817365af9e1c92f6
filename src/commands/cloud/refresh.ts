import { dropNews } from '../../client/catalogue/news.ts';
import { refreshCatalogue } from '../../client/catalogue/read.ts';
import { type Failure, usageFailure } from '../../contract/failure.ts';
import { interruptionSignal } from '../../terminal/interruption.ts';
import { createPrinter } from '../../terminal/printer.ts';
import { OUTPUT_FLAGS, SERVICE_FLAGS } from '../flag-table.ts';
import { FleetCommand } from '../fleet-command.ts';
import { oclifFlags } from '../oclif/flags.ts';
import { createServiceClient } from '../service-client.ts';

export default class CloudRefresh extends FleetCommand {
  static override readonly summary = 'Fetch the catalogue of operations now, and say what changed.';
  static override readonly description =
    'Changes that can break a script come first. A run says them of its operation too, once.';
  static override readonly examples = ['fleet cloud refresh'];
  static override readonly flags = oclifFlags({ ...OUTPUT_FLAGS, ...SERVICE_FLAGS });

  async run(): Promise<void> {
    const { flags } = await this.read();
    const printer = await createPrinter(flags, this.runtime);
    const reader = await createServiceClient(this.runtime, flags, interruptionSignal());
    if (reader.cache.file !== undefined) throw notFetched();
    const { changes, fetchedAtMs, operations, version } = await refreshCatalogue(reader);
    await reader.client.close();
    dropNews(reader.cache);
    await printer.value({
      value: {
        base_url: reader.client.baseUrl.text,
        operations: operations.count,
        catalogue_version: version ?? null,
        fetched_at: fetchedAtMs === undefined ? null : new Date(fetchedAtMs).toISOString(),
        changes,
      },
    });
  }
}

function notFetched(): Failure {
  return usageFailure(
    'The catalogue is one from a file',
    'FLEET_CATALOGUE is set, so nothing is fetched.',
    'Unset it, or renew the file with: fleet api GET /api/v1/tools > catalogue.json',
  );
}
