'use strict';

// What was compiled once is read from there at the next start.
require('node:module').enableCompileCache();
// Nothing waits for it: a failure is an unhandled rejection, with which Node ends the process.
void import('../lib/main.js');
