import { text } from 'node:stream/consumers';
import { isTool } from '../tool.ts';
import { contextOutput, readEvent } from './dialects.ts';
import { fleetAddress } from './fleet.ts';
import { runEvent } from './run-event.ts';

// A tool takes another exit code or any words on standard error for a failure of its own.
process.on('uncaughtException', () => process.exit(0));
const [tool] = process.argv.slice(2);
if (isTool(tool)) {
  const event = readEvent(tool, await text(process.stdin));
  const block = event && (await runEvent(tool, event, fleetAddress(process.env)));
  if (event && block) process.stdout.write(`${contextOutput(tool, event, block)}\n`);
}
