// Preloaded into a program: prints the peak memory in kB on stderr when the program ends.
process.on('exit', () => require('node:fs').writeSync(2, `\nMAXRSS ${process.resourceUsage().maxRSS}\n`));
