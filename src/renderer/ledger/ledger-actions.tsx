import { useId, useState, type FormEvent } from 'react';
import { Button } from '../ui/button.tsx';
import { Select } from '../ui/select.tsx';
import type { ExportFormat, LedgerView } from './ledger-view.ts';

const day = 86_400_000;

const ages = [
  { days: 365, label: 'a year' },
  { days: 90, label: '90 days' },
  { days: 30, label: '30 days' },
  { days: 0, label: 'now, all of them' },
] as const;

/** Takes decisions out of Parley: as a file, or for good. */
export function LedgerActions({ view }: { view: LedgerView }) {
  const [deleting, setDeleting] = useState(false);

  async function save(format: ExportFormat): Promise<void> {
    const text = await view.exported(format);
    if (text !== null) saveText(`parley-decisions.${format}`, text);
  }

  return (
    <div className="mt-5 border-t border-hairline pt-4">
      <div className="flex flex-wrap gap-2">
        <Button onClick={() => void save('md')}>Save as Markdown</Button>
        <Button onClick={() => void save('json')}>Save as JSON</Button>
        <Button
          look="quiet"
          aria-expanded={deleting}
          className="ms-auto text-secondary"
          onClick={() => setDeleting(!deleting)}
        >
          Delete old ones…
        </Button>
      </div>
      {deleting && <DeleteForm view={view} onDone={() => setDeleting(false)} />}
    </div>
  );
}

function DeleteForm({ view, onDone }: { view: LedgerView; onDone(): void }) {
  const id = useId();
  const [days, setDays] = useState<number>(ages[0].days);

  function submit(event: FormEvent): void {
    event.preventDefault();
    view.prune(Date.now() - days * day);
    onDone();
  }

  return (
    <form onSubmit={submit} className="mt-3 flex flex-wrap items-center gap-2">
      <label htmlFor={id}>Older than</label>
      <Select id={id} className="w-44" value={days} onChange={(event) => setDays(Number(event.target.value))}>
        {ages.map((age) => (
          <option key={age.days} value={age.days}>
            {age.label}
          </option>
        ))}
      </Select>
      <Button type="submit">Delete for good</Button>
      <p className="w-full text-small text-secondary">
        The chats keep their cards. Only this record gets shorter.
      </p>
    </form>
  );
}

/** Gives a text to the person as a file, by the way of the browser or the desktop they sit at. */
function saveText(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
