import type { Waker } from './waker.ts';

/** Work beside messages, such as a time-out. Called every `everyMs`; one run at a time in a process. */
export interface PeriodicJob<Context> {
  readonly name: string;
  readonly everyMs: number;
  /** Has it run before its time. Absent: nobody has. */
  readonly waker?: Waker;
  run(context: Context): Promise<void>;
}
