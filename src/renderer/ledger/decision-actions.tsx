import { Braces, Download, Ellipsis, FileText, Trash2 } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Menu } from '../ui/menu.tsx';
import { MenuItem } from '../ui/menu-item.tsx';
import { Select } from '../ui/select.tsx';
import type { ExportFormat, LedgerView } from './ledger-view.ts';

/** Takes decisions out of Parley: as a file, or for good. */
export function DecisionActions({ view }: { view: LedgerView }) {
  const [deleting, setDeleting] = useState(false);

  async function save(format: ExportFormat): Promise<void> {
    const text = await view.exported(format);
    if (text !== null) saveText(`parley-decisions.${format}`, text);
  }

  return (
    <>
      <Menu label="Save as…" icon={<Download aria-hidden />} text="quiet">
        <MenuItem icon={<FileText aria-hidden />} onChoose={() => void save('md')}>
          Save as Markdown
        </MenuItem>
        <MenuItem icon={<Braces aria-hidden />} onChoose={() => void save('json')}>
          Save as JSON
        </MenuItem>
      </Menu>
      <Menu label="More" icon={<Ellipsis aria-hidden />}>
        <MenuItem icon={<Trash2 aria-hidden />} onChoose={() => setDeleting(true)}>
          Delete old ones…
        </MenuItem>
      </Menu>
      {deleting && <DeleteDialog view={view} onDone={() => setDeleting(false)} />}
    </>
  );
}

const day = 86_400_000;

const ages = [
  { days: 365, label: 'Older than a year' },
  { days: 90, label: 'Older than 90 days' },
  { days: 30, label: 'Older than 30 days' },
  { days: 0, label: 'All of them' },
] as const;

function DeleteDialog({ view, onDone }: { view: LedgerView; onDone(): void }) {
  const id = useId();
  const [days, setDays] = useState<number>(ages[0].days);

  function submit(event: FormEvent): void {
    event.preventDefault();
    view.prune(Date.now() - days * day);
    onDone();
  }

  return (
    <Dialog title="Delete old decisions" onClose={onDone}>
      <form onSubmit={submit} className="flex flex-col gap-4">
        <p className="text-secondary">The chats keep their cards. Only this record gets shorter, for good.</p>
        <div className="flex flex-wrap items-center gap-2">
          <label htmlFor={id}>Which ones</label>
          <Select
            id={id}
            className="w-44"
            value={days}
            data-first-focus
            onChange={(event) => setDays(Number(event.target.value))}
          >
            {ages.map((age) => (
              <option key={age.days} value={age.days}>
                {age.label}
              </option>
            ))}
          </Select>
        </div>
        <div className="flex justify-end gap-2">
          <Button look="quiet" onClick={onDone}>
            Keep all
          </Button>
          <Button type="submit" className="text-danger!">
            <Trash2 aria-hidden />
            Delete for good
          </Button>
        </div>
      </form>
    </Dialog>
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
