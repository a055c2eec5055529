/** What of a record is answered only when it is asked for. */
export interface RecordView {
  readonly weight?: boolean;
  readonly embedding?: readonly number[];
  /** 0 to 1. */
  readonly score?: number;
  readonly scores?: Readonly<Record<string, number>>;
}
