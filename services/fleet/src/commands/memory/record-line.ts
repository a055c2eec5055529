import { styleText } from 'node:util';
import { type Conversation, counting, type Episode, type Fact, isCutAnswer, type Message } from '@agent-mem/contract';
import { printable } from '../../command-line/printable.ts';
import type { Terminal } from '../../command-line/terminal.ts';
import { visibleLine } from '../../command-line/visible.ts';

/** A record as it is answered, whichever it is. */
export type AnyRecord = Fact | Episode | Conversation | Message;

/** What a line shows of a record's text. */
export type CutText = (text: string) => string;

const whole: CutText = (text) => text;

/** Writes a record as a line for people, or whole as JSON. */
export function printRecord(terminal: Terminal, record: AnyRecord, json: boolean, cut = whole): void {
  const line = () => [styleText('dim', printable(record.id), { stream: terminal.output }), ...partsOf(record, cut)].join('  ');
  terminal.print(json ? JSON.stringify(record) : line());
}

function partsOf(record: AnyRecord, cut: CutText): readonly string[] {
  if ('goal' in record)
    return [cut(visibleLine([record.goal, record.outcome].filter((text) => text).join(' → '))), ...marks(record)];
  if ('message_count' in record)
    return [
      counting(record.message_count, 'message'),
      cut(visibleLine(record.title || record.summary || '')),
      record.status,
    ].filter(Boolean);
  if ('role' in record)
    return [`${visibleLine(record.role)}: ${cut(visibleLine(record.content))}`, ...(isCutAnswer(record) ? ['(cut)'] : [])];
  return [cut(visibleLine(record.content)), ...marks(record)];
}

/** What is not as it usually is. */
function marks({ status, score }: Fact | Episode): readonly string[] {
  return [status === 'ACTIVE' ? [] : `(${status})`, typeof score === 'number' ? score.toFixed(2) : []].flat();
}
