package main

import (
	"context"
	"os"
	"os/signal"
)

func main() {
	if code, watched := watchMemory(); watched {
		os.Exit(code)
	}
	ignoreSizeSignal()
	ctx, stop := signal.NotifyContext(context.Background(), endings...)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
