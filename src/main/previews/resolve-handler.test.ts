import { describe, expect, it } from 'vitest';
import type { Resolution } from '../../shared/previews/pending-action.ts';
import { type ResolveHandler, runResolveInvocation } from './resolve-handler.ts';
import { FileChanged } from '../folder/apply-edit.ts';
import { ToolError } from '../folder/file-content.ts';

const byAgent = { action: 'discard', decidedBy: 'agent', words: null } as const;
const byUser = (action: Resolution['action'], words: string | null = null): Resolution => ({
  action,
  decidedBy: 'user',
  words,
});
const changedText = 'a.ts changed since this preview. Nothing was written.';
const given = { reason: 'Looks right', extra: { title: 'x' } };

const handler = (more: Partial<ResolveHandler> = {}): ResolveHandler => ({
  label: 'Edit a.ts',
  sourceToolName: 'edit_file',
  apply: async () => ({ text: 'Wrote a.ts.' }),
  ...more,
});

const details = (action: string, decidedBy: string) => ({
  action,
  ...given,
  sourceToolName: 'edit_file',
  label: 'Edit a.ts',
  decidedBy,
});

describe('apply', () => {
  it('returns the text of the producer, with every detail', async () => {
    expect(await runResolveInvocation(handler(), byUser('apply'), given)).toEqual({
      failure: null,
      result: { ok: true, text: 'Wrote a.ts.', details: details('apply', 'user') },
    });
  });

  it('passes reason and extra through unread, and leaves extra out where none was given', async () => {
    const seen: unknown[] = [];
    const apply: ResolveHandler['apply'] = async (reason, extra) => ({
      text: String(seen.push([reason, extra])),
    });
    await runResolveInvocation(handler({ apply }), byUser('apply'), given);
    const { result } = await runResolveInvocation(handler({ apply }), byUser('apply'), { reason: '' });
    expect(seen).toEqual([
      ['Looks right', { title: 'x' }],
      ['', undefined],
    ]);
    expect(result.details).not.toHaveProperty('extra');
  });

  it('puts what the person added on a line of its own', async () => {
    const { result } = await runResolveInvocation(handler(), byUser('apply', 'Nice\nwork'), given);
    expect(result.text).toBe('Wrote a.ts.\nThe user added: Nice\nwork');
  });

  it('keeps the details of the callback only where it returned some', async () => {
    const apply = (extra: object) =>
      runResolveInvocation(
        handler({ apply: async () => ({ text: '', ...extra }) }),
        { action: 'apply', decidedBy: 'policy', words: null },
        given,
      );
    expect((await apply({ details: { files: 1 } })).result.details).toEqual({
      ...details('apply', 'policy'),
      sourceResultDetails: { files: 1 },
    });
    expect((await apply({ details: null })).result.details).not.toHaveProperty('sourceResultDetails');
  });

  it.each([
    ['a tool error unchanged', new ToolError('a.ts is read-only.'), 'a.ts is read-only.', 'other'],
    ['a changed file as what it is', new FileChanged('a.ts'), changedText, 'changed'],
    ['a tool error as another, whatever it says', new ToolError(changedText), changedText, 'other'],
    ['any other error after its own words', new Error('disk full'), 'Apply failed: disk full', 'other'],
    ['what is no error, too', 'odd', 'Apply failed: odd', 'other'],
  ])('gives %s, tells the producer and settles nothing', async (_, thrown, text, kind) => {
    const told: unknown[] = [];
    const failing = handler({
      apply: () => Promise.reject(thrown),
      onApplyError: (error) => void told.push(error),
    });
    expect(await runResolveInvocation(failing, byUser('apply'), given)).toEqual({
      failure: { kind, text },
      result: { ok: false, text, details: details('apply', 'user') },
    });
    expect(told).toEqual([thrown]);
  });
});

describe('discard', () => {
  it.each([
    ['without a reject', handler()],
    ['where reject returns nothing', handler({ reject: async () => undefined })],
  ])('says so in the usual words %s', async (_, source) => {
    const { result, failure } = await runResolveInvocation(source, byAgent, given);
    expect(failure).toBeNull();
    expect(result).toEqual({
      ok: true,
      text: 'Discarded: Edit a.ts. Reason: Looks right',
      details: details('discard', 'agent'),
    });
  });

  it('gives the reason of the person where the person decided', async () => {
    const text = async (words: string | null) =>
      (await runResolveInvocation(handler(), byUser('discard', words), given)).result.text;
    expect(await text('Too risky')).toBe('Discarded: Edit a.ts. Reason: Too risky');
    expect(await text(null)).toBe('Discarded: Edit a.ts. Reason: No reason given');
  });

  it('returns the text of reject', async () => {
    const source = handler({ reject: async () => ({ text: 'Thrown away.' }) });
    expect((await runResolveInvocation(source, byAgent, given)).result.text).toBe('Thrown away.');
  });

  it('gives what reject throws without a word added', async () => {
    const source = handler({ reject: () => Promise.reject(new Error('no bin')) });
    const { result, failure } = await runResolveInvocation(source, byAgent, given);
    expect(result).toMatchObject({ ok: false, text: 'no bin' });
    expect(failure).toEqual({ kind: 'other', text: 'no bin' });
  });
});
