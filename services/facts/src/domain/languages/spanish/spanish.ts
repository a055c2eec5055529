import type { Language } from '../language.ts';
import { asked } from './asked.ts';
import { retold } from './retold.ts';
import { stated } from './stated.ts';
import { words } from './words.ts';

export const spanish: Language = { words, stated, retold, asked };
