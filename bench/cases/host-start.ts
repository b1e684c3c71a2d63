import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { projectRoot } from '../../e2e/support/hosts.ts';
import { quietEnv } from '../../e2e/support/parley.ts';
import type { BenchCase } from '../bench-case.ts';
import { untilAnswers } from '../hosts/until-answers.ts';
import { plainServer } from '../references/plain-server.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';
import { longChatsDir } from '../workloads/long-chats.ts';

const parley = join(projectRoot, 'out/cli/parley.js');

export const hostStart: BenchCase = {
  name: 'host-start',
  figures: [
    {
      type: 'ratio',
      title: 'spawn → HTTP answers, to a plain server',
      of: 'host',
      to: 'plain',
      goal: { atMost: 3 },
      peer: '18 ×',
    },
    {
      type: 'ratio',
      title: 'memory, to a plain server',
      of: 'host memory',
      to: 'plain memory',
      goal: { atMost: 3 },
      peer: '454 MB',
    },
    {
      type: 'ratio',
      title: 'spawn → HTTP answers with 72,000 messages, to none',
      of: 'host, long chats',
      to: 'host',
      goal: { atMost: 1.3 },
    },
  ],
  async run(measure) {
    const env = { ...process.env, ...quietEnv };
    await inTemporaryFolder(async (folder) => {
      const full = join(folder, 'full');
      await cp(longChatsDir(), full, { recursive: true });
      const hostOn = (dataDir: string) =>
        untilAnswers([parley, '--browser', '--no-open', '--port', '0', '--data-dir', dataDir], env);
      await measure(async () => {
        const bare = await untilAnswers(['-e', plainServer], env);
        const host = await hostOn(join(folder, 'new'));
        const long = await hostOn(full);
        return {
          plain: bare.ms,
          'plain memory': bare.memory,
          host: host.ms,
          'host memory': host.memory,
          'host, long chats': long.ms,
        };
      });
    });
  },
};
