import { type FormEvent, useId, useState } from 'react';
import type { Settings } from '../../shared/contract/app-state.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/text-input.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { DoneLine } from './done-line.tsx';

/** The longest time there is, in seconds: somewhat more than eleven days. */
const longest = 1_000_000;

/**
 * Parses a time in whole seconds, in groups of three or not; an empty text is 0, which is never. Null for
 * any other text: `1.5` is not fifteen.
 */
export function secondsFrom(typed: string): number | null {
  const text = typed.trim();
  if (!/^(\d*|\d{1,3}([\s,.'’]\d{3})+)$/.test(text)) return null;
  const seconds = Number(text.replace(/\D/g, ''));
  return seconds <= longest ? seconds : null;
}

/** A time as its field shows it. */
export function secondsText(seconds: number): string {
  return seconds === 0 ? '' : String(seconds);
}

type Report = { kind: 'done' | 'problem'; text: string };

const notSeconds = 'Enter whole seconds, at most 1,000,000, or nothing for never.';

/** After how long a clock chooses for somebody who is away; nothing is never. */
export function TimeoutEntry({ settings }: { settings: Settings }) {
  const { saveSettings } = useParley();
  const [typed, setTyped] = useState<string | null>(null);
  const [report, setReport] = useState<Report | null>(null);
  const aboutId = useId();
  const problemId = useId();
  const isWrong = report?.kind === 'problem';

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const askTimeout = secondsFrom(typed ?? secondsText(settings.askTimeout));
    if (askTimeout === null) return setReport({ kind: 'problem', text: notSeconds });
    const failed = await saveSettings({ askTimeout });
    if (failed !== null) return setReport({ kind: 'problem', text: failed });
    setTyped(null);
    setReport({ kind: 'done', text: doneText(askTimeout) });
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Choose for me after, in seconds">
          {(id) => (
            <TextInput
              id={id}
              inputMode="numeric"
              placeholder="Never"
              value={typed ?? secondsText(settings.askTimeout)}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${problemId} ${aboutId}` : aboutId}
              onChange={({ target }) => {
                setTyped(target.value);
                setReport(null);
              }}
            />
          )}
        </Field>
        <Button type="submit">Save</Button>
      </div>
      {report?.kind === 'problem' && <ProblemLine id={problemId}>{report.text}</ProblemLine>}
      {report?.kind === 'done' && <DoneLine>{report.text}</DoneLine>}
      <p id={aboutId} className="text-second text-secondary">
        Parley then takes the recommended option, or the first, of every choice that is still open, and marks
        it. Texts and yes or no are left open. Touching the card stops its countdown for good. It never acts
        in Plan mode, and counts for questions asked from now on.
      </p>
    </form>
  );
}

function doneText(seconds: number): string {
  return seconds === 0 ? 'Saved: Parley never chooses for you.' : 'Saved, for questions asked from now on.';
}
