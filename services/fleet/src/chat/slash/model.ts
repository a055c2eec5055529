import { counting } from '@agent-mem/contract';
import { visibleLine } from '../../command-line/visible.ts';
import type { SlashCommand } from './slash-command.ts';

/** Says what reasons, the tokens of each model, and how much memory was shown. */
export const model: SlashCommand = {
  name: 'model',
  takes: '',
  meaning: 'what answers, and the tokens it has used',
  async run({ server, used }, _argument, { print }) {
    for (const line of server.lines) print(line);
    for (const [name, { calls, tokens_in, tokens_out }] of used.models)
      print(`${visibleLine(name)}: ${counting(calls, 'call')}, ${counting(tokens_in, 'token')} in, ${tokens_out} out`);
    print(`${counting(used.questions, 'question')} in this chat, with ${counting(used.memoryTokens, 'token')} of memory.`);
  },
};
