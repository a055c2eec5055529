import type { AgentResponse, Receipt } from '@agent-mem/contract';
import type { Terminal } from '../command-line/terminal.ts';
import { visible, visibleLine } from '../command-line/visible.ts';
import { footer } from './footer.ts';
import type { LiveArea } from './screen/live-area.ts';
import { renderMarkdown, splitFinished } from './screen/markdown.ts';
import type { Styles } from './screen/styles.ts';

/** Shows one answer. One of the last three ends it. */
export interface AnswerView {
  frame(frame: AgentResponse): void;
  finish(receipt: Receipt | null): void;
  /** The user wants no more of it. */
  cut(): void;
  fail(reason: string): void;
}

const mostToolCharacters = 200;

/** On a terminal: thoughts and tools dimmed while they run, the answer as Markdown, then what it rests on. */
export function terminalView(area: LiveArea, styles: Styles): AnswerView {
  let running = '';
  let thought = '';
  let rest = '';
  let hasPrinted = false;
  const printBlocks = (text: string) => {
    if (text.trim() === '') return;
    area.print(`${hasPrinted ? '\n' : ''}${renderMarkdown(text, styles)}`);
    hasPrinted = true;
  };
  const write = (text: string) => {
    rest += text;
    const [finished, unfinished] = rest.includes('\n') ? splitFinished(rest) : ['', rest];
    printBlocks(finished);
    rest = unfinished;
    area.show(`${hasPrinted ? '\n' : ''}${visible(rest).trimEnd()}`);
  };
  const printRest = () => {
    printBlocks(rest);
    rest = '';
    area.show('');
  };
  area.show(styles.dim('…'));
  return {
    frame({ type, content, answer, end_of_dialog, end_of_message }) {
      if (type === 'answer') {
        if (content !== '') write(content);
        else if (end_of_dialog && !hasPrinted && rest === '') write(answer ?? '');
        return;
      }
      if (type === 'thought') {
        thought += content;
        running = thought;
        if (end_of_message) thought = '';
      } else if (type === 'action') running = `⚙ ${content}`;
      else running = `↳ ${content}`;
      area.show(styles.dim(visibleLine(running).slice(0, mostToolCharacters)));
    },
    finish(receipt) {
      printRest();
      if (receipt) area.print(styles.dim(footer(receipt)));
    },
    cut() {
      printRest();
      area.print(styles.dim('— cut —'));
    },
    fail(reason) {
      printRest();
      area.print(styles.failure(`The agent failed: ${visible(reason)}`));
    },
  };
}

/** Elsewhere: the answer's text alone. */
export function plainView({ output, print }: Pick<Terminal, 'output' | 'print'>): AnswerView {
  let written = '';
  return {
    frame({ type, content, answer, end_of_dialog }) {
      const text = type === 'answer' ? content : '';
      const rest = end_of_dialog && written === '' ? (answer ?? text) : text;
      output.write(rest);
      written += rest;
    },
    finish: () => print(''),
    cut: () => print(''),
    fail: (reason) => print(`The agent failed: ${reason}`),
  };
}
