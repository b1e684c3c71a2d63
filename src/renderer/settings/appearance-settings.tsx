import { type ReactNode, useState } from 'react';
import type { Appearance, Settings } from '../../shared/contract/app-state.ts';
import { useParley } from '../parley-context.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { Segmented } from '../ui/segmented.tsx';

const themes = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

const densities = [
  { value: 'comfortable', label: 'Comfortable' },
  { value: 'compact', label: 'Compact' },
] as const;

const textSizes = [
  { value: 'normal', label: 'Normal' },
  { value: 'large', label: 'Large' },
  { value: 'larger', label: 'Larger' },
] as const;

const typefaces = [
  { value: 'bundled', label: 'Inter' },
  { value: 'system', label: 'System' },
] as const;

/** Appearance of every window. A choice shows at once. */
export function AppearanceSettings({ settings }: { settings: Settings }) {
  const { saveSettings } = useParley();
  const [problem, setProblem] = useState<string | null>(null);
  const change = (part: Partial<Appearance>) => void saveSettings(part).then(setProblem);
  return (
    <>
      <dl className="flex flex-col gap-2">
        <Row name="Theme">
          <Segmented
            label="Theme"
            choices={themes}
            value={settings.theme}
            onChoose={(theme) => change({ theme })}
          />
        </Row>
        <Row name="Density">
          <Segmented
            label="Density"
            choices={densities}
            value={settings.density}
            onChoose={(density) => change({ density })}
          />
        </Row>
        <Row name="Text size">
          <Segmented
            label="Text size"
            choices={textSizes}
            value={settings.textSize}
            onChoose={(textSize) => change({ textSize })}
          />
        </Row>
        <Row name="Typeface">
          <Segmented
            label="Typeface"
            choices={typefaces}
            value={settings.typeface}
            onChoose={(typeface) => change({ typeface })}
          />
        </Row>
      </dl>
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
    </>
  );
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
      <dt aria-hidden className="text-secondary">
        {name}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
