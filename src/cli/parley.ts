#!/usr/bin/env node
import module from 'node:module';
import { fileURLToPath } from 'node:url';
import { onOwnNode } from './own-node.ts';

await onOwnNode('Parley', async () => {
  module.enableCompileCache?.(fileURLToPath(new URL('../.compile-cache', import.meta.url)));
  const { run } = await import('./run.ts');
  await run(process.argv);
});
