'use strict';

// What was compiled once is read from there at the next start.
require('node:module').enableCompileCache();
import('../lib/main.js');
