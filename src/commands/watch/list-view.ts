import type { SeenList } from '../../flow/live/look-at-list.ts';

/** What shows a list again and again. */
export interface ListView {
  show(list: SeenList): Promise<void>;
  /** Told when a look at the list failed, and another will come. */
  missed(): void;
  /** Ends it; what is shown stays. */
  stop(): void;
}
