import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Stage } from '../../stage.ts';
import { logVariable, quietVariable, seedVariable, trialVariable } from './trial-log.ts';
import { secretsIn } from './unique-texts.ts';

/** The name of the agent as a chat stores it. */
export const externalAgent = 'acp/asker';

/** The agent and the MCP servers of a trial, as a person names them in the files of a data folder. */
export class AskingPrograms {
  /** The name under which all their processes run. */
  readonly name: string;
  /** The file in which they write down what reaches them. */
  readonly log: string;
  /** The folder of the chat with the external agent. */
  readonly folder: string;
  readonly #dataDir: string;

  constructor({ folder, dataDir }: Pick<Stage, 'folder' | 'dataDir'>) {
    this.name = folder;
    this.log = join(folder, 'heard.jsonl');
    this.folder = join(folder, 'external');
    this.#dataDir = dataDir;
    mkdirSync(dataDir, { recursive: true });
    mkdirSync(this.folder);
    const server = (era: string) => this.#program('asking-server.ts', [era]);
    const mcpServers = { modern: server('modern'), legacy: server('legacy') };
    writeFileSync(join(dataDir, 'mcp.json'), JSON.stringify({ mcpServers }));
    this.seed(0);
  }

  /** Has the agent ask in an order that this number repeats, from its next start on. */
  seed(seed: number): void {
    this.#saveAgent({ [seedVariable]: String(seed) });
  }

  /** Has the agent ask nothing any more from its next start on. */
  beQuiet(): void {
    this.#saveAgent({ [quietVariable]: '1' });
  }

  /** Number of files of the data folder that hold a secret. */
  filesWithSecrets(): number {
    const files = readdirSync(this.#dataDir, { recursive: true, withFileTypes: true });
    const holding = files.filter(
      (file) =>
        file.isFile() && secretsIn(readFileSync(join(file.parentPath, file.name), 'latin1')).length > 0,
    );
    return holding.length;
  }

  #saveAgent(env: Record<string, string>): void {
    const agents = { agent_servers: { asker: this.#program('asking-agent.ts', [], env) } };
    writeFileSync(join(this.#dataDir, 'agents.json'), JSON.stringify(agents));
  }

  #program(file: string, args: readonly string[], more: Record<string, string> = {}) {
    const env = { [logVariable]: this.log, [trialVariable]: this.name, ...more };
    return { command: process.execPath, args: [join(import.meta.dirname, file), ...args], env };
  }
}
