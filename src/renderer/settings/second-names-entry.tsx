import { type FormEvent, useId, useState } from 'react';
import type { SecondNames, Settings } from '../../shared/contract/app-state.ts';
import { isToolName, outsideTools } from '../../shared/contract/outside-tools.ts';
import { useParley } from '../parley-context.tsx';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/text-input.tsx';
import { ProblemLine } from '../ui/problem-line.tsx';
import { DoneLine } from './done-line.tsx';

type Report = { kind: 'done' | 'problem'; text: string };

const notNames = 'A name has 1 to 64 letters, digits, _ or -, and none may be there already.';

/** Second names of the tools that agents elsewhere find over MCP. */
export function SecondNamesEntry({ settings }: { settings: Settings }) {
  const { saveSettings } = useParley();
  const [typed, setTyped] = useState<SecondNames>({});
  const [report, setReport] = useState<Report | null>(null);
  const aboutId = useId();
  const problemId = useId();
  const isWrong = report?.kind === 'problem';
  const names = { ...settings.secondNames, ...typed };

  async function submit(event: FormEvent): Promise<void> {
    event.preventDefault();
    const given = outsideTools.flatMap((tool) => names[tool]?.trim() || []);
    const all = [...outsideTools, ...given];
    if (!given.every(isToolName) || new Set(all).size < all.length)
      return setReport({ kind: 'problem', text: notNames });
    const failed = await saveSettings({ secondNames: withoutBlanks(names) });
    if (failed !== null) return setReport({ kind: 'problem', text: failed });
    setTyped({});
    setReport({ kind: 'done', text: 'Saved. Agents see it when they list their tools again.' });
  }

  return (
    <form onSubmit={(event) => void submit(event)} className="flex flex-col gap-2">
      <p id={aboutId} className="text-second text-secondary">
        Agents elsewhere ask over MCP by these tools. Some hide a name that is also their own: give it a
        second one here.
      </p>
      {outsideTools.map((tool) => (
        <Field key={tool} label={`Second name of ${tool}`}>
          {(id) => (
            <TextInput
              mono
              id={id}
              placeholder="None"
              value={names[tool] ?? ''}
              aria-invalid={isWrong || undefined}
              aria-describedby={isWrong ? `${problemId} ${aboutId}` : aboutId}
              onChange={({ target }) => {
                setTyped((before) => ({ ...before, [tool]: target.value }));
                setReport(null);
              }}
            />
          )}
        </Field>
      ))}
      <Button type="submit" className="self-start">
        Save second names
      </Button>
      {report?.kind === 'problem' && <ProblemLine id={problemId}>{report.text}</ProblemLine>}
      {report?.kind === 'done' && <DoneLine>{report.text}</DoneLine>}
    </form>
  );
}

function withoutBlanks(names: SecondNames): SecondNames {
  return Object.fromEntries(
    Object.entries(names).flatMap(([tool, name]) => (name.trim() === '' ? [] : [[tool, name.trim()]])),
  );
}
