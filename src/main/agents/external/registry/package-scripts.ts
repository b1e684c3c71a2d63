import { z } from 'zod';
import { explainNpm, type InstallFailure, npmMissing } from '../install/install-failure.ts';
import { describePackage, findNpm } from '../install/npm.ts';
import type { RunDeps } from '../install/run-stored.ts';

/** The scripts that npm would run as it installs a package. */
const installScripts = ['preinstall', 'install', 'postinstall'] as const;

const describedSchema = z.object({
  name: z.string(),
  version: z.string(),
  scripts: z.record(z.string(), z.string()).optional(),
  'dist.unpackedSize': z.number().optional(),
});

/** A package as its registry describes it; `bytes` is its size without what it needs, null where that is not known. */
export type PackageAbout = { scripts: { name: string; command: string }[]; bytes: number | null };

/** Asks the person's npm about a package at its version; nothing of it is fetched or run. */
export async function lookAtPackage(
  spec: string,
  run: RunDeps,
  stop: AbortSignal,
): Promise<PackageAbout | InstallFailure> {
  const npm = findNpm(run.env);
  if (npm === undefined) return npmMissing;
  const described = await describePackage(npm, spec, run, stop);
  if (described.type !== 'done')
    return explainNpm(described.type === 'failed' ? described : { code: null, summary: '', ran: true }, {
      spec,
      folder: run.cwd,
      env: run.env,
    });
  const { data: about } = describedSchema.safeParse(described.described);
  if (about === undefined || `${about.name}@${about.version}` !== spec)
    return { what: `npm did not say what is in ${spec}.`, todo: 'Update npm, then try again.' };
  return {
    scripts: installScripts.flatMap((name) => {
      const command = about.scripts?.[name];
      return command === undefined ? [] : [{ name, command }];
    }),
    bytes: about['dist.unpackedSize'] ?? null,
  };
}
