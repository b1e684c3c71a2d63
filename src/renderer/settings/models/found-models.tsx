import { useState } from 'react';
import type { ListedModel, ProviderInfo } from '../../../shared/providers/provider.ts';
import { visibleText } from '../../../shared/hidden-characters.ts';
import { useParley, useParleyState } from '../../parley-context.tsx';
import { Button } from '../../ui/button.tsx';
import { ProblemLine } from '../../ui/problem-line.tsx';
import { Select } from '../../ui/select.tsx';

type FoundModelsProps = {
  provider: ProviderInfo;
  models: readonly ListedModel[];
  proxy: string | null;
};

/** What a provider said of its models, and a chat with one of them. */
export function FoundModels({ provider, models, proxy }: FoundModelsProps) {
  const facts = factsOf(models, proxy);
  return (
    <div className="flex flex-col gap-2.5 ps-21 max-sm:ps-0">
      {facts.length > 0 && (
        <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-second">
          {facts.map(([name, text]) => (
            <div key={name} className="contents">
              <dt className="text-secondary">{name}</dt>
              <dd className="wrap-anywhere tabular-nums">{text}</dd>
            </div>
          ))}
        </dl>
      )}
      {models.length > 0 && <StartWithModel {...{ provider, models }} />}
    </div>
  );
}

function StartWithModel({ provider: { id, name }, models }: Omit<FoundModelsProps, 'proxy'>) {
  const { startChat } = useParley();
  const newAgent = useParleyState(({ app }) => app?.agents.newAgent.agent ?? '');
  const preselected = models.find((model) => `${id}/${model.id}` === newAgent) ?? models[0];
  const [chosen, setChosen] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const model = chosen ?? preselected?.id ?? '';
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <Select
          aria-label={`Model of ${name}`}
          className="min-w-0 flex-1 basis-48"
          value={model}
          onChange={({ target }) => setChosen(target.value)}
        >
          {models.map(({ id: listed }) => (
            <option key={listed} value={listed}>
              {visibleText(listed, 'line')}
            </option>
          ))}
        </Select>
        <Button look="primary" onClick={() => void startChat(`${id}/${model}`).then(setProblem)}>
          Start a chat
        </Button>
      </div>
      {newAgent === `${id}/${model}` && (
        <p className="text-second text-secondary">New chats start with this model.</p>
      )}
      {problem !== null && <ProblemLine>{problem}</ProblemLine>}
    </div>
  );
}

/** What the list says, in words; nothing of what it does not say. */
function factsOf(models: readonly ListedModel[], proxy: string | null): [name: string, text: string][] {
  const facts: [string, string | null][] = [
    ['Window', rangeText(models.map(({ contextWindow }) => contextWindow))],
    ['Longest answer', rangeText(models.map(({ mostOutput }) => mostOutput))],
    ['Tools', shareText(models.map(({ tools }) => tools))],
    ['Images', shareText(models.map(({ images }) => images))],
    ['Prompt caching', shareText(models.map(({ caches }) => caches))],
    ['Proxy', proxy === null ? null : visibleText(proxy, 'line')],
  ];
  return facts.flatMap(([name, text]) => (text === null ? [] : [[name, text]]));
}

function rangeText(counts: readonly (number | null)[]): string | null {
  const known = counts.filter((count) => count !== null);
  const [least, most] = [Math.min(...known), Math.max(...known)];
  if (known.length === 0) return null;
  const range = least === most ? grouped(most) : `${grouped(least)} to ${grouped(most)}`;
  const said = known.length < counts.length ? `, said of ${known.length} of ${counts.length} models` : '';
  return `${range} tokens${said}`;
}

function grouped(count: number): string {
  return count.toLocaleString('en');
}

function shareText(answers: readonly (boolean | null)[]): string | null {
  const known = answers.filter((answer) => answer !== null);
  if (known.length === 0) return null;
  const able = known.filter((answer) => answer).length;
  if (able === 0) return 'No';
  return able === answers.length ? 'All models' : `${able} of ${known.length} models`;
}
