import type { ToolPart } from '../../../shared/transcript/transcript.ts';
import { useParley, useView } from '../../parley-context.tsx';
import { toggleOpened } from '../../state/view-store.ts';
import { CopyButton } from '../../ui/copy-button.tsx';
import { InlineCode } from '../../ui/inline-code.tsx';
import { lazyPart } from '../../ui/lazy-part.ts';
import { LongText } from '../../ui/long-text.tsx';
import { VisibleText } from '../../ui/visible-text.tsx';
import { toolSummary } from './tool-summary.ts';
import { PartBoundary } from '../../ui/part-boundary.tsx';

const WorkBody = lazyPart(async () => (await import('./work-body.tsx')).WorkBody);

const fewLines = 12;
const fewCharacters = 1_200;

/** Returns the start of a text, and how many lines it has; the whole text if it is hardly longer. */
export function textExcerpt(text: string): { start: string; lines: number } {
  const lines = text.split('\n');
  const start = lines.slice(0, fewLines).join('\n').slice(0, fewCharacters);
  return { start: text.length < start.length * 1.25 ? text : start, lines: lines.length };
}

/** A field of a call's input, with a name for people where there is one. */
type InputField = { name: string; value: string };

const names: ReadonlyMap<string, string> = new Map([
  ['query', 'Looks for'],
  ['from', 'From line'],
  ['regex', 'As a pattern'],
  ['background', 'In the background'],
  ['timeout_seconds', 'Time limit in seconds'],
  ['wait_seconds', 'Waits at most, in seconds'],
]);

/** Returns the input of a call by field; empty when there is none. */
export function inputFields(input: unknown): InputField[] {
  if (input === undefined || input === null) return [];
  if (typeof input !== 'object' || Array.isArray(input)) return [{ name: 'Input', value: asText(input) }];
  return Object.entries(input).map(([key, value]) => ({ name: inWords(key), value: asText(value) }));
}

export function inputJson(input: unknown): string {
  return JSON.stringify(input, null, 2) ?? '';
}

function inWords(key: string): string {
  const known = names.get(key);
  const words = key
    .replace(/[_-]+/g, ' ')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase();
  return known ?? words.charAt(0).toUpperCase() + words.slice(1);
}

function asText(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : inputJson(value);
}

/** Calls with their input and output. */
export function CallDetails({ calls }: { calls: readonly ToolPart[] }) {
  return (
    <ul className="flex flex-col gap-3 py-1">
      {calls.map((call) => (
        <CallItem key={call.toolCallId} call={call} alone={calls.length === 1} />
      ))}
    </ul>
  );
}

/** The line above names the call when it is `alone`. */
function CallItem({ call, alone }: { call: ToolPart; alone: boolean }) {
  const { toolCallId, input, result, work } = call;
  // What an external agent shows of its work includes the input.
  const fields = work === undefined ? inputFields(input) : [];
  const output = result?.text ?? work?.output ?? '';
  return (
    <li className="text-second">
      {!alone && (
        <p className="font-medium">
          <InlineCode text={toolSummary([call])} />
        </p>
      )}
      {fields.length > 0 && (
        <figure className="mt-1">
          <Caption name="Input" copied={() => inputJson(input)} />
          <dl className="grid items-baseline grid-cols-[minmax(0,max-content)_minmax(0,1fr)] gap-x-4 gap-y-0.5">
            {fields.map(({ name, value }) => (
              <div key={name} className="contents">
                <dt className="text-secondary">
                  <VisibleText text={name} layout="line" />
                </dt>
                <dd dir="auto" className="font-mono text-code whitespace-pre-wrap wrap-anywhere">
                  {value === '' ? 'Nothing' : <LongText text={value} />}
                </dd>
              </div>
            ))}
          </dl>
        </figure>
      )}
      {work !== undefined && (
        <PartBoundary fallback={null}>
          <WorkBody work={work} />
        </PartBoundary>
      )}
      {(work === undefined ? result !== null : output !== '') && (
        <Output id={toolCallId} name={result?.ok === false ? 'What went wrong' : 'Output'} text={output} />
      )}
    </li>
  );
}

function Output({ id, name, text }: { id: string; name: string; text: string }) {
  const { view } = useParley();
  const key = `output ${id}`;
  const open = useView(({ opened }) => opened.has(key));
  const { start, lines } = textExcerpt(text);
  const isLong = start.length < text.length;
  return (
    <figure className="mt-1">
      <Caption name={name} copied={() => text} />
      <pre
        dir="ltr"
        tabIndex={0}
        role="group"
        aria-label={name}
        className="max-h-[60dvh] overflow-auto rounded-control bg-well px-3 py-2 font-mono text-code whitespace-pre-wrap wrap-anywhere"
      >
        {text === '' ? 'Nothing' : <LongText text={open ? text : start} />}
        {isLong && !open && '…'}
      </pre>
      {isLong && (
        <button
          type="button"
          aria-expanded={open}
          onClick={() => toggleOpened(view, key)}
          className="hit rounded-control text-small font-medium text-secondary select-none hover:text-ink"
        >
          {open ? 'Show less' : lines > 1 ? `Show all ${lines} lines` : 'Show all'}
        </button>
      )}
    </figure>
  );
}

function Caption({ name, copied }: { name: string; copied: () => string }) {
  return (
    <figcaption className="flex items-center gap-1 text-small text-secondary">
      <span className="me-auto">{name}</span>
      <CopyButton label={`Copy ${name === 'Input' ? 'input' : 'output'}`} text={copied} />
    </figcaption>
  );
}
