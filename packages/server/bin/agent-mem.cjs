#!/usr/bin/env node
'use strict';
// In old syntax, and it loads nothing before it has looked: an older Node reads this file and no other.
var version = process.versions.node;
if (Number(version.split('.')[0]) >= 24) {
  require('./start.cjs');
} else {
  process.stderr.write(
    // biome-ignore lint/style/useTemplate: an older Node reads this.
    'agent-mem needs Node 24 or newer, and this is Node ' + version + ': install it from https://nodejs.org\n',
  );
  process.exitCode = 1;
}
