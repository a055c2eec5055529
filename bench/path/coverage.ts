import { type Profiler, Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';
import { coveredFiles } from './covered-files.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** V8's precise coverage of this process, for as long as it is not disposed. Code runs slower meanwhile. */
export interface Coverage extends Disposable {
  /** Our files of which a function has run since the take before. */
  take(): readonly string[];
}

/** Starts to count; what has run before does not count. */
export function startCoverage(): Coverage {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return {
    take() {
      let scripts: readonly Profiler.ScriptCoverage[] | null = null;
      // A session of the process with itself answers before `post` returns.
      session.post('Profiler.takePreciseCoverage', (error, answer) => {
        if (error) throw error;
        scripts = answer.result;
      });
      if (scripts === null) throw new Error('V8 gave no coverage');
      return coveredFiles(scripts, root);
    },
    [Symbol.dispose]: () => session.disconnect(),
  };
}
