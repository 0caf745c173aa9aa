// Loaded before a program: tells on stderr how much memory it took at the most, in kB, when it ends.
process.on('exit', () => require('node:fs').writeSync(2, `\nMAXRSS ${process.resourceUsage().maxRSS}\n`));
