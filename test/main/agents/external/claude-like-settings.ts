import { z } from 'zod';

/** The settings of its sessions, which it tells whole whenever one changes. */
const options: { id: string; currentValue: unknown; [field: string]: unknown }[] = [
  {
    id: 'mode',
    name: 'Mode',
    category: 'mode',
    type: 'select',
    currentValue: 'default',
    options: [
      { value: 'default', name: 'Manual', description: 'Asks before each edit and command' },
      { value: 'acceptEdits', name: 'Accept edits', description: 'Edits files without asking' },
      { value: 'plan', name: 'Plan', description: 'Looks and plans, changes nothing' },
      { value: 'auto', name: 'Auto', description: 'A model decides what needs you' },
    ],
  },
  {
    id: 'model',
    name: 'Model',
    category: 'model',
    type: 'select',
    currentValue: 'opus',
    options: [
      { value: 'opus', name: 'Opus', description: 'For long and hard work' },
      { value: 'sonnet', name: 'Sonnet', description: 'For most work' },
      { value: 'haiku', name: 'Haiku', description: 'Quick answers' },
    ],
  },
  {
    id: 'effort',
    name: 'Effort',
    category: 'thought_level',
    type: 'select',
    currentValue: 'medium',
    options: ['low', 'medium', 'high'].map((value) => ({ value, name: value })),
  },
  { id: 'fast', name: 'Fast mode', category: 'model_config', type: 'boolean', currentValue: false },
];

const commands = [
  { name: 'review', description: 'Review a pull request', input: { hint: 'number of the pull request' } },
  { name: 'security-review', description: 'Look through the changes of this branch for security' },
  { name: 'compact', description: 'Clear the conversation and keep a summary' },
];

const mode = options.find(({ id }) => id === 'mode');

/** The options of its sessions, the mode among them also in its other form, and the commands that it takes. */
export const settings = {
  options,
  commands,
  get modes() {
    const available = z.array(z.looseObject({ value: z.string() })).parse(mode?.['options']);
    return {
      currentModeId: mode?.currentValue,
      availableModes: available.map(({ value, ...rest }) => ({ id: value, ...rest })),
    };
  },
  set(id: string, value: unknown): void {
    for (const option of options) if (option.id === id) option.currentValue = value;
  },
};
