// Calls the tools of a running or startable footstepd through the TypeScript SDK.
//
//   node check.mjs stdio COMMAND [ARGUMENT...] < cases.json
//   node check.mjs http URL < cases.json
//
// cases.json is a list of {tool, arguments, code}; code is the expected error code, or "" for a
// success. The SDK checks every answer, success or failure, against the tool's output schema and
// throws when it does not fit. Prints one JSON line a case and ends with status 1 if any failed.

import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { ErrorCode, McpError } from "@modelcontextprotocol/sdk/types.js";

const [kind, target, ...rest] = process.argv.slice(2);
let transport;
switch (kind) {
  case "stdio":
    transport = new StdioClientTransport({ command: target, args: rest, stderr: "inherit" });
    break;
  case "http":
    transport = new StreamableHTTPClientTransport(new URL(target));
    break;
  default:
    console.error("usage: check.mjs stdio COMMAND [ARGUMENT...] | http URL");
    process.exit(2);
}

let input = "";
for await (const chunk of process.stdin) input += chunk;
const cases = JSON.parse(input);

let failed = 0;
function report(name, problem) {
  if (problem) failed++;
  console.log(JSON.stringify(problem ? { case: name, problem } : { case: name, ok: true }));
}

const client = new Client({ name: "footstepd-sdk-test", version: "1.0.0" });
await client.connect(transport);

// Listing the tools makes the SDK compile their output schemas.
const { tools } = await client.listTools();
const names = new Set(tools.map((tool) => tool.name));
report("tools/list", tools.length === 0 ? "no tools" : tools.some((tool) => !tool.outputSchema) ? "a tool has no outputSchema" : "");

for (const { tool, arguments: args, code } of cases) {
  const name = `${tool} ${code || "ok"}`;
  if (!names.has(tool)) {
    report(name, "no such tool");
    continue;
  }
  try {
    const result = await client.callTool({ name: tool, arguments: args });
    const content = result.structuredContent;
    const got = content?.error?.code ?? "";
    if (!content) report(name, "no structuredContent");
    else if (got !== code) report(name, `code ${got || "ok"}: ${result.content?.[0]?.text}`);
    else if (Boolean(result.isError) !== (code !== "")) report(name, `isError is ${result.isError}`);
    else if (code && result._meta?.code !== code) report(name, `_meta.code is ${result._meta?.code}`);
    else if (result.content?.[0]?.type !== "text" || !result.content[0].text) report(name, "no text");
    else report(name, "");
  } catch (error) {
    report(name, String(error));
  }
}

try {
  await client.callTool({ name: "no_such_tool", arguments: {} });
  report("unknown tool", "accepted");
} catch (error) {
  const right = error instanceof McpError && error.code === ErrorCode.InvalidParams;
  report("unknown tool", right ? "" : String(error));
}

await client.close();
process.exit(failed > 0 ? 1 : 0);
