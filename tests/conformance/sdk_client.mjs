// A client on the official TypeScript SDK: lists and calls what its arguments name, prints one JSON object.
// SPDX-License-Identifier: MIT OR Apache-2.0
//   node sdk_client.mjs URL TOOL ARGUMENTS                  over streamable HTTP
//   node sdk_client.mjs stdio TOOL ARGUMENTS COMMAND...     over the standard streams of a child
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

const [where, tool, given, ...command] = process.argv.slice(2);
const transport = where === 'stdio'
  ? new StdioClientTransport({ command: command[0], args: command.slice(1), env: process.env, stderr: 'inherit' })
  : new StreamableHTTPClientTransport(new URL(where));
const client = new Client({ name: 'codeweaver-test', version: '1.0.0' });
await client.connect(transport);

const capabilities = client.getServerCapabilities();
const progress = [];
const answer = {
  server: client.getServerVersion(),
  capabilities,
  session: transport.sessionId ?? null,
  tools: (await client.listTools()).tools,
  resources: capabilities.resources ? (await client.listResources()).resources : [],
  prompts: capabilities.prompts ? (await client.listPrompts()).prompts : [],
  result: await client.callTool({ name: tool, arguments: JSON.parse(given) }, undefined,
    { onprogress: (step) => progress.push(step) }),
  progress,
};
if (where !== 'stdio') await transport.terminateSession();
await client.close();
console.log(JSON.stringify(answer));
