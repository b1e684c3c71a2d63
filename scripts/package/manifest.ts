import { z } from 'zod';

const namesSchema = z.record(z.string(), z.string());

export const manifestSchema = z.object({
  name: z.string(),
  productName: z.string(),
  version: z.string(),
  description: z.string(),
  license: z.string(),
  type: z.literal('module'),
  main: z.string(),
  bin: namesSchema,
  engines: namesSchema,
  dependencies: namesSchema,
  devDependencies: namesSchema,
  optionalDependencies: namesSchema,
});

export type Manifest = z.infer<typeof manifestSchema>;

/** Of the dependencies those that scripts import; the others are bundled. Throws for an import that none brings. */
function neededOf({ dependencies, optionalDependencies }: Manifest, imported: readonly string[]) {
  const names = imported.filter((name) => name !== 'electron' && !(name in optionalDependencies));
  return Object.fromEntries(
    names.map((name) => {
      const version = dependencies[name];
      if (version === undefined) throw new Error(`${name} is imported, but is no dependency`);
      return [name, version];
    }),
  );
}

/**
 * Optional packages that are so for their absence to be no fault, and run on every system. npm leaves an
 * optional package out that is for a newer Node than its own, though Parley runs on the newer one.
 */
const forNewerNode: ReadonlySet<string> = new Set(['@anthropic-ai/sandbox-runtime']);

/** Returns the manifest of the package that npm installs. Electron is left to the person, as an optional peer. */
export function installedManifest(manifest: Manifest, imported: readonly string[]) {
  const { devDependencies, dependencies: _, optionalDependencies, ...about } = manifest;
  const [major = ''] = (devDependencies['electron'] ?? '').split('.');
  const [plain, optional] = [true, false].map((isPlain) =>
    Object.fromEntries(
      Object.entries(optionalDependencies).filter(([name]) => forNewerNode.has(name) === isPlain),
    ),
  );
  return {
    ...about,
    dependencies: { ...neededOf(manifest, imported), ...plain },
    optionalDependencies: optional,
    peerDependencies: { electron: major },
    peerDependenciesMeta: { electron: { optional: true } },
  };
}

/** Of what the desktop packages install, the name of the program, and of its entry among the system's applications. */
export const desktopProgram = 'parley-desktop';

/** Returns the manifest inside the desktop packages: without commands, and without a Node beside Electron's. */
export function desktopManifest(manifest: Manifest, imported: readonly string[]) {
  const { devDependencies: _, bin: __, engines: ___, optionalDependencies, ...about } = manifest;
  const optional = Object.entries(optionalDependencies).filter(([name]) => !name.startsWith('node-'));
  return {
    ...about,
    author: 'Parley',
    desktopName: `${desktopProgram}.desktop`,
    dependencies: neededOf(manifest, imported),
    optionalDependencies: Object.fromEntries(optional),
  };
}
