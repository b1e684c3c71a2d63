import { Component, type ReactNode } from 'react';
import { LoadFailure } from './ui/load-failure.tsx';

/** Stands in for the page when a part of it can't be loaded or shown, which only a reload mends. */
export class PageBoundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    return (
      <div className="flex h-full">
        <LoadFailure action="Reload" onAction={() => window.location.reload()}>
          This window could not show everything. Nothing is lost: your chats and what you typed are kept.
        </LoadFailure>
      </div>
    );
  }
}
