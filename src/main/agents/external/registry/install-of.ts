import { isAbsolute, normalize } from 'node:path';
import { packageFolder, programIn } from '../programs/find-program.ts';
import { registryProgram, writeInstalled } from '../programs/installed-agents.ts';
import type { ToInstall } from '../install/install-agent.ts';
import type { Preset } from '../vendors/vendor.ts';
import { packageParts, type RegistryAgent } from './registry.schema.ts';

/** Returns how an agent of the registry is installed; undefined for one that is no package of npm. */
export function installOf({ id, name, description, distribution }: RegistryAgent): ToInstall | undefined {
  const { npx } = distribution;
  if (npx === undefined) return undefined;
  const { name: from, version } = packageParts(npx.package);
  const common = { name, program: registryProgram(id), package: from, version };
  return {
    ...common,
    async presetIn(folder) {
      const entry = programIn(packageFolder(common, folder), npx.cmd);
      if (entry === undefined || leadsOut(entry)) return undefined;
      const preset: Preset = {
        ...common,
        registryId: id,
        about: description,
        entry,
        args: npx.args,
        env: npx.env,
        keys: [],
        signIn: `Sign in with ${name}’s own program.`,
      };
      await writeInstalled(folder, id, preset);
      return preset;
    },
  };
}

/** True of a path that leaves the folder of its package. */
function leadsOut(path: string): boolean {
  return isAbsolute(path) || normalize(path).startsWith('..');
}
