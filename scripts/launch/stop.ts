/** What has to be stopped, in the order of starting. */
const parts: (() => unknown)[] = []
let stopping: Promise<never> | undefined
let since = 0

/** What is started after stopping has begun is stopped at once. */
export function onStop(part: () => unknown): void {
  if (stopping) part()
  else parts.push(part)
}

/** The last that was started stops first; what is under way there is finished. */
export function stopOnce(code: number): Promise<never> {
  since ||= Date.now()
  stopping ??= (async () => {
    for (const part of parts.reverse()) await Promise.try(part).catch(() => undefined)
    process.exit(code)
  })()
  return stopping
}

/** npm and the terminal may both send the same Ctrl-C; a second one, later, means it. */
function onSignal(): void {
  if (since && Date.now() - since > 1_000) process.exit(1)
  stopOnce(0)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// Whoever read our log has gone: no reason to end.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
// The end of the pipe is the end of whoever started us.
if (process.env.PARENT_PIPE === '1') {
  process.stdin.on('end', onSignal).on('error', onSignal)
  process.stdin.resume()
}
