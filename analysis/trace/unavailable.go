package trace

import (
	"maps"
	"regexp"
	"slices"
	"strings"

	"mcpstats/datasets"
)

// outages are what servers, networks and sites answer when they do not work, whatever
// was asked of them, in lower case. What speaks of the arguments is not among them.
var outages = []string{
	// It took too long, or nobody was there.
	"timed out", "timeout", "time-out", "etimedout", "deadline exceeded", "connection refused", "econnrefused", "econnreset", "enotfound", "connection reset", "connection error",
	"connection issue", "connection closed", "connection aborted", "network error", "network is unreachable", "fetch failed", "name resolution", "getaddrinfo", "ssl error", "socket hang up",
	"could not connect", "couldn't connect", "unable to connect", "failed to connect", "cannot connect", "no route to host", "max retries exceeded", "not connected",
	// The server answered that it could not.
	"too many requests", "rate limit", "ratelimit", "rate-limit", "quota exceeded", "exceeded your current quota", "requests too quickly", "internal server error", "internal_error", "internal error",
	"bad gateway", "service unavailable", "temporarily unavailable", "gateway time", "overloaded", "-32603", "server error", "server is not", "server disconnected", "session terminated",
	// It kept the agent out.
	"robots.txt", "captcha", "access denied", "has been blocked", "request blocked", "was blocked", "403 forbidden", "401 unauthorized", "verify you are human",
	// It was not set up, or broke.
	"api key", "api_key", "not configured", "not defined in the configuration", "missing credentials", "no such table", "operationalerror", "database is locked", "executable doesn", "failed to launch",
	"failed to initialize", "failed to start", "not initialized", "out of memory", "segmentation fault", "no module named", "command not found in path",
}

// httpStatus is a status that refuses: "status code 404", "HTTP error: 503", "HTTP 429",
// "error (500)".
var httpStatus = regexp.MustCompile(`(?:status(?:[ _]?code)?|https?(?:/[0-9.]+)?(?:[ _-]?error)?!?|error(?:[ _]code)?)["']?\s*[:=]?\s*(?:status:?\s*)?\(?([45][0-9][0-9])\b`)

// notDelivered is how servers begin that say in words that what they depend on failed.
var notDelivered = regexp.MustCompile(`^(?:error: )?(?:failed|unable) to (?:retrieve|fetch|load|reach|connect|download|access)\b`)

// notice is how long the answer of a shell may be that is its own, as when it timed out: a
// longer one is what a command printed, which may speak of anything.
const notice = 200

// shells are the words by which tools are known that run the agent's own commands or code.
var shells = words("bash sh shell zsh cmd powershell terminal console command commands exec execute run python ipython jupyter repl interpreter code script process")

// RunsCommands tells by its name whether a tool runs commands or code of the agent's.
func RunsCommands(tool string) bool {
	return anyOf(NameWords(tool), shells) && EffectOf(tool) != Writes
}

// Outage is the sign by which a failed call tells that the tool, its server or a site did
// not work; empty where it tells nothing of the kind.
func Outage(c *Call) string {
	if !c.Failed {
		return ""
	}
	text := Answer(c.Logged)
	if len(text) > notice && RunsCommands(c.Tool) {
		return ""
	}
	text = strings.ToLower(text[:min(len(text), head)])
	if m := notDelivered.FindString(strings.TrimLeft(text, " \t\r\n\"'#")); m != "" {
		return m
	}
	if stillLoading.MatchString(text) {
		return "loading"
	}
	at, sign := len(text), ""
	for _, s := range outages {
		if i := strings.Index(text, s); i >= 0 && i < at {
			at, sign = i, s
		}
	}
	if m := httpStatus.FindStringIndex(text); m != nil && m[0] < at {
		sign = text[m[0]:m[1]]
	}
	return sign
}

// absences are answers that what was asked for is not there, in lower case.
var absences = []string{"enoent", "no such file", "file not found", "not found", "does not exist", "doesn't exist", "cannot find", "could not find", "no longer exists", "is invalid", "currently loaded", "not loaded", "not open"}

// SaysAbsent tells whether a failed call was answered that something is not there.
func SaysAbsent(c *Call) bool {
	text := Answer(c.Logged)
	text = strings.ToLower(text[:min(len(text), head)])
	for _, s := range absences {
		if strings.Contains(text, s) {
			return true
		}
	}
	return false
}

// LostState tells whether a call failed because its server no longer knew what an earlier
// call on it had made: the answer says that it is not there, and an argument is a name that
// stands in the answer of a call that wrote with success.
func LostState(t *datasets.Trajectory, c *Call, before []Call) bool {
	if !c.Failed || !SaysAbsent(c) {
		return false
	}
	for _, name := range ArgumentTexts(c.Arguments) {
		if len(name) < 4 {
			continue
		}
		for i := range before {
			b := &before[i]
			if b.Server == c.Server && !b.Failed && !b.Search && EffectIn(t, b.Server, b.Tool).Effect == Writes && strings.Contains(Answer(b.Logged), name) {
				return true
			}
		}
	}
	return false
}

// ofFiles are answers about files and not about users, orders or pages.
var ofFiles = regexp.MustCompile(`(?i)\b(?:files?|enoent|directory|folder|document|path)\b`)

// PromisedFile tells whether a call failed because a file is not there that the task names:
// the last part of a path among the arguments, with an ending, stands in the task's text.
func PromisedFile(c *Call, task string) bool {
	if !c.Failed || !SaysAbsent(c) || task == "" || RunsCommands(c.Tool) || !ofFiles.MatchString(Answer(c.Logged)) {
		return false
	}
	for _, path := range ArgumentTexts(c.Arguments) {
		if strings.Contains(path, "://") || strings.Contains(path, "@") {
			continue
		}
		name := path[strings.LastIndexAny(path, `/\`)+1:]
		if dot := strings.LastIndexByte(name, '.'); dot > 0 && dot < len(name)-1 && len(name)-dot <= 6 && !strings.ContainsAny(name, " \n") && strings.Contains(task, name) {
			return true
		}
	}
	return false
}

// ArgumentTexts lists the texts among a call's arguments, one level deep.
func ArgumentTexts(arguments string) []string {
	v, ok := DecodeJSON(arguments)
	if !ok {
		return nil
	}
	var out []string
	var visit func(v any, depth int)
	visit = func(v any, depth int) {
		switch v := v.(type) {
		case string:
			out = append(out, v)
		case []any:
			for _, e := range v {
				if depth < 2 {
					visit(e, depth+1)
				}
			}
		case map[string]any:
			for _, name := range slices.Sorted(maps.Keys(v)) {
				if depth < 2 {
					visit(v[name], depth+1)
				}
			}
		}
	}
	visit(v, 0)
	return out
}

// WorksLater tells whether what failed in a call worked in a later one: the same tool, at
// the same site where the call names one.
func WorksLater(c *Call, later []Call) bool {
	site := siteOf(c.Arguments)
	for i := range later {
		l := &later[i]
		if l.Tool == c.Tool && l.Server == c.Server && !l.Failed && (site == "" || site == siteOf(l.Arguments)) {
			return true
		}
	}
	return false
}

// siteOf is the host of the first address among a call's arguments.
func siteOf(arguments string) string {
	for _, text := range ArgumentTexts(arguments) {
		if _, rest, ok := strings.Cut(text, "://"); ok {
			host, _, _ := strings.Cut(rest, "/")
			return host
		}
	}
	return ""
}
