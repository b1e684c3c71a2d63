import type { AgentChoice } from '../agents/model/providers.ts';
import type { KeyStore } from '../keys/key-store.ts';
import type { ReadLogin } from '../commands/login-environment.ts';
import type { Clock } from '../clock.ts';

/** The parts that a host gives the app, and what tests put in their place. Without a clock it goes by this machine's. */
export type AppOptions = Partial<Clock> & {
  dataDir: string;
  version: string;
  env: Record<string, string | undefined>;
  /** The folder suggested for a first chat. */
  suggestedFolder: string;
  /** The person's home, where it is not that of this process. */
  home?: string;
  /** The kind of host that shows the windows. */
  host?: 'desktop' | 'browser';
  /** Reads the environment that the person's login shell makes; by default by running it. */
  readLogin?: ReadLogin;
  /** The host's store of keys; without it they are in a private file of the data folder. */
  keys?: KeyStore;
  /** Who works in a chat, by the name that is stored with it. */
  agentFor?: (agent: string) => AgentChoice;
  /** False where nobody can be asked. By default true, also while no window is open. */
  canAsk?: boolean;
  /** The time during which a removed workspace can be restored, in milliseconds. */
  undoTime?: number;
  /** The time that an agent in a process of its own has for its first words, in milliseconds. */
  agentPatience?: number;
  /** The time that a refresh of the ACP registry may take, in milliseconds. */
  registryPatience?: number;
  /** The time that a call of a custom tool has, in milliseconds. */
  toolLimit?: number;
  /** Shows a folder in the file manager of this machine. */
  openFolder?: (folder: string) => Promise<void>;
};
