import { useEffect, useId, useState } from 'react';
import { visibleText } from '../../../shared/hidden-characters.ts';
import type { AgentOption, AgentOptions as Options } from '../../../shared/providers/external-agent.ts';
import type { Workspace } from '../../../shared/workspace/workspace.ts';
import { useParley } from '../../parley-context.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Segmented } from '../../ui/segmented.tsx';
import { Select } from '../../ui/select.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';

type Choose = (option: string, value: string | boolean) => void;

/** The settings that an external agent has for a chat, in its own words; a choice counts at once. */
export function AgentOptions({ workspace: { id: workspaceId, agent } }: { workspace: Workspace }) {
  const { companion } = useParley();
  const { readAgentOptions, setAgentOption } = companion.client.workspace;
  const [options, setOptions] = useState<Options | null>(null);
  useEffect(() => {
    const over = new AbortController();
    readAgentOptions({ workspaceId }, { signal: over.signal }).then(
      (read) => {
        if (!over.signal.aborted) setOptions(read);
      },
      () => undefined,
    );
    return () => over.abort();
  }, [readAgentOptions, workspaceId]);

  function choose(option: string, value: string | boolean): void {
    setOptions((now) => now && { ...now, options: now.options.map((one) => withValue(one, option, value)) });
    setAgentOption({ workspaceId, option, value }).then(setOptions, () =>
      setOptions((now) => now && { ...now, problem: 'This could not be sent. Choose it again.' }),
    );
  }

  if (options === null) return null;
  return (
    <div
      role="group"
      aria-label={`Settings of ${visibleText(agent.name, 'line')}`}
      className="max-h-1/2 shrink-0 overflow-y-auto border-t border-hairline py-1 text-second text-secondary"
    >
      {!options.known && (
        <p className="px-3 py-1.5">
          <VisibleText text={agent.name} layout="line" /> shows its models and modes here after its first
          message in this folder.
        </p>
      )}
      {options.options.map((option) => (
        <OptionRow key={option.id} option={option} onChoose={choose} />
      ))}
      {options.problem !== null && (
        <div className="px-3 py-1.5">
          <ProblemLine>{options.problem}</ProblemLine>
        </div>
      )}
    </div>
  );
}

function OptionRow({ option, onChoose }: { option: AgentOption; onChoose: Choose }) {
  const fieldId = useId();
  const aboutId = useId();
  const about = aboutOf(option);
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-0.5 px-3 py-1">
      <label htmlFor={fieldId} className="min-w-0 truncate">
        <VisibleText text={option.name} layout="line" />
      </label>
      {option.type === 'choice' ? (
        <Select
          id={fieldId}
          className="w-52 max-w-full"
          aria-describedby={about === null ? undefined : aboutId}
          value={option.value}
          onChange={({ target }) => onChoose(option.id, target.value)}
        >
          {option.choices.map(({ value, name, byItself }) => (
            <option key={value} value={value}>
              {visibleText(byItself ? `${name} (decides by itself)` : name, 'line')}
            </option>
          ))}
        </Select>
      ) : (
        <Segmented
          label={visibleText(option.name, 'line')}
          choices={[
            { value: 'off', label: 'Off' },
            { value: 'on', label: 'On' },
          ]}
          value={option.value ? 'on' : 'off'}
          onChoose={(value) => onChoose(option.id, value === 'on')}
        />
      )}
      {about !== null && (
        <p id={aboutId} className="ms-auto w-52 max-w-full text-small text-tertiary wrap-anywhere">
          <VisibleText text={about} layout="line" />
        </p>
      )}
    </div>
  );
}

/** Returns the description of the chosen value of a mode; other options need none. */
function aboutOf(option: AgentOption): string | null {
  if (option.type !== 'choice' || option.category !== 'mode') return null;
  const chosen = option.choices.find(({ value }) => value === option.value);
  return chosen?.about ?? (chosen?.byItself ? 'Decides by itself, without asking you' : null);
}

function withValue(option: AgentOption, id: string, value: string | boolean): AgentOption {
  if (option.id !== id) return option;
  return option.type === 'switch'
    ? { ...option, value: value === true }
    : { ...option, value: String(value) };
}
