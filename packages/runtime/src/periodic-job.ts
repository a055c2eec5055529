/** Work beside messages, such as a time-out. Called every `everyMs`; one run at a time in a process. */
export interface PeriodicJob<Context> {
  readonly name: string;
  readonly everyMs: number;
  run(context: Context): Promise<void>;
}
