import { expect, test } from 'vitest';
import { previewPart } from '../../../test/renderer/preview-cards.ts';
import { workspaceId as idOf } from '../../../test/renderer/transcript-samples.ts';
import { closePane, createViewStore, openByItself, openPage } from './view-store.ts';

const workspaceId = idOf('w');
const { toolCallId } = previewPart();
const place = { workspaceId, toolCallId, isFree: true };

test('a preview opens by itself once, and not again after it was closed', () => {
  const view = createViewStore();
  openByItself(view, place);
  expect(view.getState().pane).toEqual({ type: 'preview', workspaceId, toolCallId, byItself: true });
  closePane(view);
  openByItself(view, place);
  expect(view.getState().pane).toBeNull();
});

test('one that could not open when it came does not do so later', () => {
  const view = createViewStore();
  openByItself(view, { ...place, isFree: false });
  openByItself(view, place);
  expect(view.getState().pane).toBeNull();
});

test('nothing opens over a page, or in the place of something else', () => {
  const view = createViewStore();
  openPage(view, { name: 'decisions' });
  openByItself(view, place);
  expect(view.getState().pane).toBeNull();
});
