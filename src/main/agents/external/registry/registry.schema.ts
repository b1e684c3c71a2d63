import { z } from 'zod';
import type { Preset } from '../vendors/vendor.ts';
import { packageSpec } from '../programs/find-program.ts';

/*
 * The registry of agents that speak the Agent Client Protocol
 * (https://github.com/agentclientprotocol/registry, FORMAT.md and agent.schema.json), as far as Parley reads it.
 */

/** A package of npm at one version; anything else that npm takes for a package, such as an address or a tag, is none. */
const packageAtVersion =
  /^((?:@[a-z0-9~][a-z0-9._~-]*\/)?[a-z0-9~][a-z0-9._~-]*)@(\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?)$/;

const npmSchema = z.object({
  package: z.string().max(300).regex(packageAtVersion),
  cmd: z
    .string()
    .max(200)
    .regex(/^[\w.-]+$/)
    .optional(),
  args: z.array(z.string().max(1_000)).max(50).default([]),
  env: z
    .record(
      z
        .string()
        .regex(/^[A-Za-z_]\w*$/)
        .max(300),
      z.string().max(10_000),
    )
    .default({}),
});

const webAddress = z
  .string()
  .max(2_000)
  .regex(/^https?:\/\//);

const agentSchema = z.object({
  // It becomes the name of a folder.
  id: z
    .string()
    .max(64)
    .regex(/^[a-z][a-z0-9-]*$/),
  name: z.string().trim().min(1).max(100),
  version: z.string().max(100),
  description: z.string().max(2_000),
  website: webAddress.optional().catch(undefined),
  repository: webAddress.optional().catch(undefined),
  license: z.string().max(200).optional().catch(undefined),
  distribution: z.object({ npx: npmSchema.optional().catch(undefined) }),
});

const registrySchema = z.object({
  version: z.string().regex(/^1\./),
  agents: z.array(z.unknown()).max(1_000),
});

/** An agent of the registry; it can be installed where `distribution.npx` names a package at one version. */
export type RegistryAgent = z.infer<typeof agentSchema>;

/**
 * Returns the agents of a registry, of each id the first; undefined for what is no registry, or has no agent in it that can
 * be read. Entries that can't are left out, as the format may grow.
 */
export function parseRegistry(value: unknown): RegistryAgent[] | undefined {
  const registry = registrySchema.safeParse(value);
  if (!registry.success) return undefined;
  const agents = new Map<string, RegistryAgent>();
  for (const entry of registry.data.agents) {
    const { data: agent } = agentSchema.safeParse(entry);
    if (agent !== undefined && !agents.has(agent.id)) agents.set(agent.id, agent);
  }
  return agents.size === 0 ? undefined : [...agents.values()];
}

/** Returns the name and the version of a package of the registry. */
export function packageParts(spec: string): { name: string; version: string } {
  const [, name = '', version = ''] = packageAtVersion.exec(spec) ?? [];
  return { name, version };
}

/** Returns a registry, in its own format, that names the presets at the versions that Parley was tried with. */
export function registryOf(presets: readonly Preset[]): unknown {
  const agents = presets.map((preset) => ({
    id: preset.registryId,
    name: preset.name,
    version: preset.version,
    description: preset.about,
    distribution: { npx: { package: packageSpec(preset), args: preset.args } },
  }));
  return { version: '1.0.0', agents };
}
