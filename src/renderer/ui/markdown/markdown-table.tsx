import type { Tokens } from 'marked';
import type { ReactNode } from 'react';

type TableProps = { table: Tokens.Table; inside(cell: Tokens.TableCell): ReactNode };

/** A table that scrolls sideways, also by keyboard. */
export function MarkdownTable({ table: { header, rows }, inside }: TableProps) {
  const cellsOf = (row: Tokens.TableCell[], Tag: 'th' | 'td') =>
    row.map((cell, index) => (
      <Tag key={index} style={cell.align === null ? undefined : { textAlign: cell.align }}>
        {inside(cell)}
      </Tag>
    ));
  return (
    <div className="table-frame" role="group" aria-label="Table" tabIndex={0}>
      <table>
        <thead>
          <tr>{cellsOf(header, 'th')}</tr>
        </thead>
        {rows.length > 0 && (
          <tbody>
            {rows.map((row, index) => (
              <tr key={index}>{cellsOf(row, 'td')}</tr>
            ))}
          </tbody>
        )}
      </table>
    </div>
  );
}
