import type { Reporter, TestCase, TestModule, TestSuite } from 'vitest/node';

import type {} from './live.ts';

/** How long a run may take to end after its last test. */
const longestEndMs = 120_000;

/** Closes a run with a table of the real things that tests met or missed, the tests that passed at their second attempt only, and the plain line "N passed, N failed, N skipped". */
export default class ClosingReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const suites = modules.flatMap((module) => [...module.children.allSuites()]);
    // Suites inside one of them have its mark too.
    const rows = [...new Set(suites.flatMap((suite) => liveRow(suite)))];
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const again = tests.filter((test) => test.diagnostic()?.flaky).map((test) => `  again    ${test.fullName}`);
    if (rows.length > 0) console.log(`\nReal servers and clients:\n${[...rows, ...again].join('\n')}`);

    const count = (state: string) => tests.filter((test: TestCase) => test.result().state === state).length;
    // A file that does not load, a hook that fails, and an error outside any test fail the run without a failed test.
    const broken = [...modules, ...suites].filter((part) => part.errors().length > 0).length + unhandledErrors.length;
    console.log(`\n${count('passed')} passed, ${count('failed') + broken} failed, ${count('skipped')} skipped`);

    // Vitest waits for as long as a process lives that a test left behind.
    setTimeout(() => {
      console.error(`The run does not end: a test has left a process behind`);
      process.exit(1);
    }, longestEndMs).unref();
  }
}

function liveRow(suite: TestSuite): string[] {
  const live = suite.meta().live;
  if (!live) return [];
  return [`  ${live.missing === null ? 'ran    ' : 'skipped'}  ${live.name}${live.missing === null ? '' : `: ${live.missing}`}`];
}
