package pdfium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"sync"

	gopdfium "github.com/klippa-app/go-pdfium"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
	"github.com/tetratelabs/wazero/experimental"
)

// memoryPages bounds what one document may take inside WebAssembly, in pages of 64 KiB: 1 GiB.
const memoryPages = 1 << 14

// compiledFrom names the modules whose program is in the cache: another version compiles its own.
const compiledFrom = "1.20.0-wazero-1.12.0"

// started is the compiled program, made at the first PDF and kept for those after it. Nothing of it
// exists in a process that opens no PDF.
var started struct {
	sync.Mutex
	pool gopdfium.Pool
}

// start compiles PDFium, or loads what an earlier process compiled.
func start(ctx context.Context) (gopdfium.Pool, error) {
	started.Lock()
	defer started.Unlock()
	if started.pool != nil {
		return started.pool, nil
	}
	dir := cacheDir()
	pool, err := compile(ctx, dir)
	if err != nil && dir != "" && ctx.Err() == nil {
		// What stands in the cache may be damaged, or the disk full: the program is whole without it.
		_ = os.RemoveAll(dir)
		pool, err = compile(ctx, "")
	}
	if err != nil {
		return nil, fmt.Errorf("the reader of PDFs cannot start: %w", err)
	}
	started.pool = pool
	return pool, nil
}

// compile makes a pool of instances; dir holds compiled programs (empty: none is kept).
func compile(ctx context.Context, dir string) (pool gopdfium.Pool, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("%v", r)
		}
	}()
	config := wazero.NewRuntimeConfig().
		WithCoreFeatures(api.CoreFeaturesV2 | experimental.CoreFeaturesExceptionHandling).
		WithCloseOnContextDone(true).
		WithMemoryLimitPages(memoryPages)
	if dir != "" {
		cache, err := wazero.NewCompilationCacheWithDir(dir)
		if err != nil {
			return nil, err
		}
		config = config.WithCompilationCache(cache)
	}
	// The runtime lives as long as the process, whatever becomes of the first document's context.
	ctx = experimental.WithCompilationWorkers(context.WithoutCancel(ctx), runtime.GOMAXPROCS(0))
	return webassembly.Init(webassembly.Config{
		Context:       ctx,
		MaxTotal:      64,
		RuntimeConfig: config,
		FSConfig:      wazero.NewFSConfig(), // sees no file
		Stdout:        io.Discard,
		Stderr:        io.Discard,
	})
}

// cacheDir is where compiled programs are kept, or nothing where that cannot be done safely: code
// that others could write is not run. Names below it carry the version, the processor and a hash of
// the program; files are renamed into place whole, and carry a checksum.
func cacheDir() string {
	base, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	dir := filepath.Join(base, "mcpstats", "pdfium-"+compiledFrom)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return ""
	}
	for _, d := range []string{filepath.Dir(dir), dir} {
		info, err := os.Lstat(d)
		if err != nil || !info.IsDir() {
			return ""
		}
		if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 && os.Chmod(d, 0o700) != nil {
			return ""
		}
	}
	probe, err := os.CreateTemp(dir, ".probe")
	if err != nil {
		return ""
	}
	probe.Close()
	os.Remove(probe.Name())
	return dir
}

// instance is one PDFium with a memory of its own, so that what a damaged document does to it ends
// with that document.
type instance struct {
	pdf       gopdfium.Pdfium
	module    api.Module
	memory    api.Memory
	functions map[string]api.Function
	stack     [8]uint64
	broken    bool // a call did not come back
}

func newInstance(ctx context.Context) (*instance, error) {
	pool, err := start(ctx)
	if err != nil {
		return nil, err
	}
	pdf, err := pool.GetInstanceWithContext(ctx)
	if err != nil {
		return nil, fmt.Errorf("the reader of PDFs cannot start: %w", err)
	}
	// The library's own calls allocate for each answer, 50 µs a character; through its module it is one.
	v := reflect.ValueOf(pdf.GetImplementation())
	if v.Kind() == reflect.Pointer && v.Elem().Kind() == reflect.Struct {
		if f := v.Elem().FieldByName("Module"); f.IsValid() && f.CanInterface() {
			if m, ok := f.Interface().(api.Module); ok && m.Memory() != nil {
				return &instance{pdf: pdf, module: m, memory: m.Memory(), functions: map[string]api.Function{}}, nil
			}
		}
	}
	_ = pdf.Close() // it never opened anything
	return nil, errors.New("the reader of PDFs cannot start: its library has another shape than the one pinned")
}

// errStopped says that a call into PDFium did not come back: the document broke it, or time was up.
var errStopped = errors.New("the file is damaged")

// call runs one function of PDFium; what it returns is the first 64 bits of the answer.
func (in *instance) call(ctx context.Context, name string, args ...uint64) (uint64, error) {
	f := in.functions[name]
	if f == nil {
		if f = in.module.ExportedFunction(name); f == nil {
			return 0, fmt.Errorf("the reader of PDFs has no %s", name)
		}
		in.functions[name] = f
	}
	in.stack = [8]uint64{}
	copy(in.stack[:], args)
	if err := f.CallWithStack(ctx, in.stack[:]); err != nil {
		in.broken = true
		if ctx.Err() != nil {
			return 0, ctx.Err()
		}
		return 0, errStopped
	}
	return in.stack[0], nil
}

// ask is call for what cannot fail but by breaking; the first such failure is kept in *err.
func (in *instance) ask(ctx context.Context, err *error, name string, args ...uint64) uint64 {
	if *err != nil {
		return 0
	}
	v, e := in.call(ctx, name, args...)
	if e != nil {
		*err = e
	}
	return v
}

func (in *instance) float32(at uint64) float64 {
	v, _ := in.memory.ReadFloat32Le(uint32(at))
	return float64(v)
}

func (in *instance) float64(at uint64) float64 {
	v, _ := in.memory.ReadFloat64Le(uint32(at))
	return v
}

func (in *instance) int32(at uint64) int32 {
	v, _ := in.memory.ReadUint32Le(uint32(at))
	return int32(v)
}

func (in *instance) close() {
	defer func() { _ = recover() }() // an instance that was stopped in the middle may refuse to close
	_ = in.pdf.Kill()
}
