import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assistantHome } from '../../../support/assistants/assistant-home.ts';
import { proves } from '../../../support/proves.ts';

proves('BRIDGE-install-entry');

test.each(['work', 'other'])(
  'that the folder of settings of the terminal may not be that of the bridge is told of the profile %s',
  async (profile) => {
    const home = assistantHome('cursor');
    home.write('{}');
    const url = 'https://work.example';
    const work = { base_url: url, origin: url, key_fingerprint: 'f', storage: 'file' };
    const text = JSON.stringify({ version: 1, profiles: { work } });
    writeFileSync(join(home.folder, 'profiles.json'), text);
    const env = { FLEET_CONFIG_DIR: home.folder };
    const first = await home.mcp(['install', '--profile', profile], { env });
    expect(first.stderr).toContain(
      `FLEET_CONFIG_DIR of this terminal counts only where the assistant hands it on: else the profile ${profile} is that of the usual folder.`,
    );
    expect(first.stderr).not.toContain(url);
    const document = JSON.parse(home.read());
    document.mcpServers.fleet.env = env;
    home.write(JSON.stringify(document));
    const again = await home.mcp(['install', '--profile', profile, '--read-only'], { env });
    expect(again.stderr).not.toContain('FLEET_CONFIG_DIR');
  },
);
