// Package mcpserver offers the tools to clients. It is the only package that knows mcp-go, and it
// stands between that library and the world, because the library trusts what it reads and shows
// what went wrong inside it.
//
// A call takes one way, whoever makes it:
//
//	stdio bridge ─┐
//	HTTP guard ───┼─▶ Dispatcher: arguments against the schema, a turn, a deadline ─▶ tool
//	command line ─┘
//
// Everything that a model can mend comes back as an answer with an error code; only what breaks the
// protocol itself becomes a JSON-RPC error, in words of ours.
package mcpserver
