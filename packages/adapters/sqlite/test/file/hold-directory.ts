/** Locks the directory given as argument, says so, and stays until it is ended. */

import { lockDirectory } from '../../src/file/index.ts';

const lock = await lockDirectory(process.argv[2] ?? '', { address: null });
lock.setAddress('http://127.0.0.1:8700');
process.stdout.write('locked\n');
process.stdin.resume();
process.stdin.on('end', () => void lock[Symbol.asyncDispose]());
