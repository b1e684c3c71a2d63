/** One mistake a rule must catch: a file that makes it, and what the linter says about it. */
type Plant = { mistake: string; file: string; code: string; says: RegExp };

const longFunction = `export function long(): number {\n${'  void 0;\n'.repeat(60)}  return 1;\n}\n`;

function takes(specifier: string) {
  return `import { thing } from '${specifier}';\nexport const used = [thing];\n`;
}

/** Files that only stand there to be imported. */
export const bystanders: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'src/shared/ids.ts',
    'src/shared/contract/contract.ts',
    'src/shared/dialects/ask.ts',
    'src/main/app.ts',
    'src/main/agents/turn.ts',
    'src/main/calls/answer.ts',
    'src/main/outside/endpoint.ts',
    'src/main/storage/store.ts',
    'test/main/fake.ts',
    'src/renderer/app.tsx',
    'src/renderer/cards/card.tsx',
    'src/renderer/sidebar/row.tsx',
    'src/preload/index.ts',
    'src/cli/parley.ts',
  ].map((file) => [file, 'export const thing = 1;\n']),
);

/** Files that break no rule. */
export const upright: Readonly<Record<string, string>> = {
  'src/main/calls/upright.ts': takes('../agents/turn.ts'),
  'src/main/agents/upright.test.ts': takes('../../../test/main/fake.ts'),
  'test/main/upright.ts': takes('../../src/main/app.ts'),
  'src/main/electron/upright.ts': takes('electron'),
  'src/preload/upright.ts': takes('electron'),
  'src/cli/upright.ts': takes('node:fs'),
  'src/cli/own-names.ts': "export const kinds: Readonly<Record<'read', string>> = { read: 'look' };\n",
  'src/shared/contract/upright.ts': takes('../dialects/ask.ts'),
  'src/renderer/sidebar/upright.ts': takes('../cards/card.tsx'),
  'src/renderer/companion.ts': takes('@orpc/client'),
  'src/renderer/cards/upright.ts':
    "import type { Schema } from '../../shared/questions/schema.ts';\nexport type Used = Schema;\n",
  'src/shared/questions/schema.ts':
    "import { z } from 'zod';\nexport const schema = z.string();\nexport type Schema = z.infer<typeof schema>;\n",
  'src/shared/questions/schema-user.ts':
    "import { schema } from './schema.ts';\nexport const twice = [schema];\n",
};

const imports: readonly [mistake: string, file: string, specifier: string, says: RegExp][] = [
  ['the window imports main', 'src/renderer/ui/a.ts', '../../main/app.ts', /renderer must not import main/],
  [
    'main imports the window',
    'src/main/agents/a.ts',
    '../../renderer/app.tsx',
    /main must not import renderer/,
  ],
  ['the preload imports main', 'src/preload/a.ts', '../main/app.ts', /preload must not import main/],
  ['the command line imports main', 'src/cli/a.ts', '../main/app.ts', /cli must not import main/],
  ['main imports the command line', 'src/main/calls/b.ts', '../../cli/parley.ts', /main must not import cli/],
  ['shared imports main', 'src/shared/questions/a.ts', '../../main/app.ts', /shared must not import main/],
  ['storage imports the agent', 'src/main/storage/a.ts', '../agents/turn.ts', /storage is below agents/],
  ['the agent imports calls', 'src/main/agents/b.ts', '../calls/answer.ts', /agents is below calls/],
  ['calls import the app', 'src/main/calls/c.ts', '../app.ts', /calls is below app\.ts/],
  ['calls import mcp', 'src/main/calls/d.ts', '../outside/endpoint.ts', /must not import each other/],
  ['mcp imports calls', 'src/main/outside/a.ts', '../calls/answer.ts', /must not import each other/],
  ['a primitive imports a card', 'src/renderer/ui/b.ts', '../cards/card.tsx', /ui is below cards/],
  ['a card imports the sidebar', 'src/renderer/cards/a.ts', '../sidebar/row.tsx', /cards is below sidebar/],
  ['the sidebar imports the app', 'src/renderer/sidebar/a.ts', '../app.tsx', /sidebar is below app\.tsx/],
  [
    'questions import a dialect',
    'src/shared/questions/b.ts',
    '../dialects/ask.ts',
    /questions is below dialects/,
  ],
  [
    'a dialect imports the contract',
    'src/shared/dialects/a.ts',
    '../contract/contract.ts',
    /is below contract/,
  ],
  [
    'the agent imports what only tests may',
    'src/main/agents/e.ts',
    '../../../test/main/fake.ts',
    /is for tests only/,
  ],
  ['a new folder without a layer', 'src/main/somewhere/a.ts', '../app.ts', /somewhere stands in no layer/],
  ['the agent imports electron', 'src/main/agents/c.ts', 'electron', /electron belongs to/],
  ['the window imports electron', 'src/renderer/ui/c.ts', 'electron', /electron belongs to/],
  ['the command line imports electron', 'src/cli/b.ts', 'electron', /electron belongs to/],
  ['shared imports Node', 'src/shared/questions/c.ts', 'node:fs', /shared must not import modules of Node/],
  ['the window imports Node', 'src/renderer/ui/d.ts', 'fs', /renderer must not import modules of Node/],
  ['shared imports React', 'src/shared/questions/d.ts', 'react', /shared must not import react/],
  ['the window imports the server', 'src/renderer/ui/e.ts', 'ws', /ws belongs to main/],
  ['a card imports the transport', 'src/renderer/cards/b.ts', '@orpc/client', /know the transport/],
  ['the window loads zod', 'src/renderer/ui/f.ts', 'zod', /zod must not be loaded/],
  ['the window loads a schema', 'src/renderer/ui/g.ts', '../../shared/questions/schema.ts', /loads zod/],
  [
    'the window loads a schema farther off',
    'src/renderer/ui/h.ts',
    '../../shared/questions/schema-user.ts',
    /loads zod/,
  ],
];

/** Two files that import each other, each by one of the ways. */
function cycle(of: string, first: (file: string) => string, second: (file: string) => string): Plant[] {
  const file = (end: string) => `cycle-of-${of.replaceAll(' ', '-')}-${end}.ts`;
  const plant = (mistake: string, here: string, code: string): Plant => ({
    mistake,
    file: `src/main/agents/${file(here)}`,
    code,
    says: /cycle/,
  });
  return [
    plant(`a cycle of ${of}`, 'a', first(`./${file('b')}`)),
    plant(`the other end of a cycle of ${of}`, 'b', second(`./${file('a')}`)),
  ];
}

const takesType = (file: string) =>
  `import type { Thing } from '${file}';\nexport type Used = Thing;\nexport const thing = 1;\nexport type Thing = 1;\n`;
const takesLater = (file: string) =>
  `export const thing = 1;\nexport const later = () => import('${file}');\n`;
const takesValue = (file: string) =>
  `import { thing as other } from '${file}';\nexport const thing = (): unknown => other;\n`;

const cycles: readonly Plant[] = [
  ...cycle('values', takesValue, takesValue),
  ...cycle('types', takesType, takesType),
  ...cycle('a value and a type', takesValue, takesType),
  ...cycle('a value and a later import', takesValue, takesLater),
  {
    mistake: 'a cycle over a third file',
    file: 'src/main/agents/long-cycle.ts',
    code: takesType('./long-cycle-way.ts'),
    says: /long-cycle\.ts → .*long-cycle-way\.ts → .*long-cycle-end\.ts → .*long-cycle\.ts$/,
  },
  {
    mistake: 'its way',
    file: 'src/main/agents/long-cycle-way.ts',
    code: takesType('./long-cycle-end.ts'),
    says: /cycle/,
  },
  {
    mistake: 'its end',
    file: 'src/main/agents/long-cycle-end.ts',
    code: takesLater('./long-cycle.ts'),
    says: /cycle/,
  },
];

const shapes: readonly Plant[] = [
  {
    mistake: 'an import that is only awaited',
    file: 'src/renderer/ui/i.ts',
    code: "export const later = import('../../main/app.ts');\n",
    says: /renderer must not import main/,
  },
  {
    mistake: 'a type from another process',
    file: 'src/renderer/ui/j.ts',
    code: "import type { App } from '../../main/app.ts';\nexport type Used = App;\n",
    says: /renderer must not import main/,
  },
  {
    mistake: 'a barrel',
    file: 'src/main/agents/d.ts',
    code: "export * from './turn.ts';\n",
    says: /no barrels/,
  },
  ...cycles,
  {
    mistake: 'a file of 501 lines',
    file: 'src/cli/long-file.ts',
    code: 'export {};\n'.repeat(501),
    says: /too many lines/,
  },
  {
    mistake: 'a function of 61 lines',
    file: 'src/cli/long-function.ts',
    code: longFunction,
    says: /too many lines/,
  },
  {
    mistake: 'a function as a constant',
    file: 'src/cli/arrow.ts',
    code: 'export const double = (value: number): number => {\n  return value * 2;\n};\n',
    says: /declare it with/,
  },
  {
    mistake: 'a table that is read by any name',
    file: 'src/cli/table.ts',
    code: "export const kinds: Readonly<Record<string, string>> = { read: 'look' };\n",
    says: /is a `Map`/,
  },
  { mistake: 'any', file: 'src/cli/any.ts', code: 'export type Loose = any;\n', says: /any/ },
  {
    mistake: 'a default export',
    file: 'src/cli/default.ts',
    code: 'export default 1;\n',
    says: /default/i,
  },
  {
    mistake: 'a switch that leaves a case out',
    file: 'src/cli/switch.ts',
    code: "export function f(mode: 'plan' | 'exec'): void {\n  switch (mode) {\n    case 'plan':\n  }\n}\n",
    says: /exhaustive/i,
  },
  {
    mistake: 'an unchecked cast',
    file: 'src/cli/cast.ts',
    code: 'export const cast = (value: unknown): string => value as string;\n',
    says: /assertion/i,
  },
];

export const plants: readonly Plant[] = [
  ...imports.map(([mistake, file, specifier, says]) => ({ mistake, file, code: takes(specifier), says })),
  ...shapes,
];
