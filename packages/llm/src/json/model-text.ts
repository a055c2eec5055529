import { isJsonObject, parsedJson } from '@agent-mem/contract';
import { withoutThinking } from './without-thinking.ts';

/** A fence around all of the text. */
const fenced = /^```[a-z]*\n(?<inside>[\s\S]*?)\n?```$/i;
/** A first line that only announces the text. */
const announcement = /^(?:sure|certainly|of course|okay|ok|here(?:['’]s| is| are))\b[^\n]*:[ \t]*\n+/i;

/**
 * Reads the text that a model was asked for. Thinking, a line that announces the text, and a fence around it are left out. A model that
 * wrote JSON instead means the one text in it.
 */
export function readModelText(answer: string): string {
  const announced = withoutThinking(answer).trim();
  const text = announced.replace(announcement, '').trim();
  const inside = (fenced.exec(text)?.groups?.inside ?? text).trim();
  return textInJson(inside) ?? inside;
}

/** `null`: it is no JSON, or JSON that holds more than one text. */
function textInJson(json: string): string | null {
  return /^["[{]/.test(json) ? oneText(parsedJson(json)) : null;
}

/** Of a list, its texts one behind the other. */
function oneText(value: unknown): string | null {
  if (typeof value === 'string') return value.trim();
  if (Array.isArray(value)) return value.every((each) => typeof each === 'string') ? value.join(' ').trim() : null;
  const members = isJsonObject(value) ? Object.values(value) : [];
  return members.length === 1 ? oneText(members[0]) : null;
}
