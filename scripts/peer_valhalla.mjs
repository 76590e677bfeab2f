// Answers questions by Valhalla, in this process: one thread, no HTTP. Its only argument is the folder of an
// installed @valhallajs/valhallajs, its second one the configuration file of the tiles. Each line on standard input
// is {"call": "route", "query": {…}}; two lines answer it on standard output:
// {"ms": by the clock, "cpuMs": of the processor, "failed": …} and the answer as Valhalla writes it.
import { readFileSync, writeSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';

const [, , folder, config] = process.argv;
const { Actor } = createRequire(import.meta.url)(folder);
const actor = new Actor(readFileSync(config, 'utf8'));

// tell writes the whole text, which a pipe may take in pieces.
function tell(text) {
  for (let rest = Buffer.from(text); rest.length > 0;) {
    try {
      rest = rest.subarray(writeSync(1, rest));
    } catch (error) {
      if (error.code !== 'EAGAIN') throw error;
    }
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const { call, query } = JSON.parse(line);
  const text = JSON.stringify(query);
  const cpu = process.cpuUsage(), start = process.hrtime.bigint();
  let answer = '', failed = '';
  try {
    answer = await actor[call](text);
  } catch (error) {
    failed = String(error.message ?? error);
  }
  const ms = Number(process.hrtime.bigint() - start) / 1e6;
  const { user, system } = process.cpuUsage(cpu);
  tell(`${JSON.stringify({ ms, cpuMs: (user + system) / 1e3, failed })}\n${answer}\n`);
}
