/** Ends a part. `isForced`: does not wait for work in progress. */
export type Stop = (isForced: boolean) => unknown

/** The parts to stop, in starting order. */
const parts: Stop[] = []
let stopping: Promise<never> | undefined
let since = 0

/** A part that starts after stopping has begun is stopped at once. */
export function onStop(part: Stop): void {
  if (stopping) part(false)
  else parts.push(part)
}

/** Stops the parts in reverse order of starting; each finishes its work in progress. */
export function stopOnce(code: number): Promise<never> {
  since ||= Date.now()
  stopping ??= (async () => {
    for (const part of parts.toReversed()) await Promise.try(part, false).catch(() => undefined)
    process.exit(code)
  })()
  return stopping
}

/** npm and the terminal may both send the same Ctrl-C. A second one, later, is intended: everything ends at once. */
async function onSignal(): Promise<void> {
  if (!since || Date.now() - since <= 1_000) return void stopOnce(0)
  await Promise.allSettled(parts.map((part) => Promise.try(part, true)))
  process.exit(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
// The reader of our log has ended: no reason to stop.
process.stdout.on('error', () => undefined)
process.stderr.on('error', () => undefined)
// The end of the pipe means that the parent process has ended.
if (process.env.PARENT_PIPE === '1') {
  process.stdin.on('end', onSignal).on('error', onSignal)
  process.stdin.resume()
}
