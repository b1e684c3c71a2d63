import type { Environment } from '../../../src/main/commands/command-environment.ts';
import {
  LoginShell,
  type ReadLogin,
  readLoginEnvironment,
} from '../../../src/main/commands/login-environment.ts';
import { PersonShell } from '../../../src/main/commands/person-shell.ts';

/** Really reads the environment of a login shell, however long that takes. */
export const readLogin: ReadLogin = (shell, env) => readLoginEnvironment(shell, env, () => () => {});

type Given = { env: Environment; secrets?: string[]; passed?: () => string[] };

/** The person's shell by an environment, which really runs it to get its environment. */
export function personShell({ env, secrets = [], passed = () => [] }: Given) {
  const login = new LoginShell({ env, secrets, readLogin });
  const shell = new PersonShell({ login, env, secrets, passed });
  return { login, shell };
}
