// Package exchange writes attempts in the forms that other programs read: Inspect's logs,
// Every Eval Ever's records, and plain messages. It is the way out of mcpstats, as package
// formats is the way in.
//
//	outline := exchange.NewOutline(target)
//	for t := range attempts { outline.Add(t) }      // a first pass: which files there will be
//	w := exchange.NewWriter(folder, outline)
//	for t := range attempts { err = w.Write(t) }    // a second: the attempts
//	err = w.Close()
//
// Two passes, as a log's head tells what the whole of it holds (the tasks, the number of
// attempts), and a log may be larger than the memory.
//
//   - exchange.go: the targets, and what both passes share,
//   - writer.go: the files of a folder,
//   - messages.go: a conversation as chat APIs take it, which every target has in its own dress,
//   - inspect.go, inspect_sample.go, eee.go, plain.go: the targets,
//   - difference.go: what a target did not hold.
//
// # What may go wrong
//
// No target holds all that a canonical trajectory does: Every Eval Ever knows neither plans nor
// judges, Inspect no cluster, and all of them must state what a log may leave open. A writer
// therefore invents nothing where it can leave something out, and what was written is read
// again and compared (Differences), so that what got lost, what reads otherwise and what was
// added is counted from the files themselves and not from what a writer believes of itself.
//
// The bytes follow from the attempts and their order alone: no clock, no random identifier.
// Where a schema asks for a time, it is the epoch.
package exchange
