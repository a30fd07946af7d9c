/** Ends a part. `hurry`: what is under way is not waited for. */
export type Stop = (hurry: boolean) => unknown

/** What has to be stopped, in the order of starting. */
const parts: Stop[] = []
let stopping: Promise<never> | undefined
let since = 0

/** What is started after stopping has begun is stopped at once. */
export function onStop(part: Stop): void {
  if (stopping) part(false)
  else parts.push(part)
}

/** The last that was started stops first; what is under way there is finished. */
export function stopOnce(code: number): Promise<never> {
  since ||= Date.now()
  stopping ??= (async () => {
    for (const part of parts.toReversed()) await Promise.try(part, false).catch(() => undefined)
    process.exit(code)
  })()
  return stopping
}

/** npm and the terminal may both send the same Ctrl-C; a second one, later, means it: everything ends, and at once. */
async function onSignal(): Promise<void> {
  if (!since || Date.now() - since <= 1_000) return void stopOnce(0)
  await Promise.allSettled(parts.map((part) => Promise.try(part, true)))
  process.exit(1)
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
