import type { Command } from 'commander';
import { parseFolder } from '../asking/asking-commands.ts';
import type { TokenOptions } from './token.ts';

/** Adds the command for tokens; its code is loaded when it runs. */
export function addTokenCommand(parley: Command): void {
  parley
    .command('token')
    .description('make a lasting token for clients that speak MCP over HTTP')
    .helpOption('--help', 'print this help')
    .option('--revoke', 'end all such tokens, and what goes on by them')
    .option('--data-dir <folder>', 'where Parley keeps its data', parseFolder)
    .action(async (options: TokenOptions) => {
      const { runToken } = await import('./token.ts');
      await runToken(options);
    });
}
