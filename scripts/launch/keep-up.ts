import { setTimeout as sleep } from 'node:timers/promises'
import { onStop } from './stop.ts'

/** A process that the shop needs. */
export type Part<T = unknown> = {
  /** Rejects if it could not be started. */
  ready: Promise<T>
  ended: Promise<unknown>
  /** Ends it; by force after `timeout` ms. */
  stop(timeout: number): Promise<void>
}

/** In ms: a process that ran this long had started well, so the next pause is the shortest again. */
const STABLE_AFTER_MS = 60_000
/** Pause before the nth consecutive start, in ms: a quarter of a second, doubled each time, at most half a minute. */
export const pauseBefore = (nth: number) => Math.min(30_000, 250 * 2 ** (nth - 1))

type Service<T> = {
  /** Name at the beginning of a sentence: `The server`. */
  name: string
  /** How long, in ms, it may finish its work when the shop stops. */
  timeout: number
  /** `before`: what the first start resolved to, to reuse its address. */
  begin(before: T | undefined): Part<T>
  say(line: string): void
}

/** Starts a part, and restarts it with a message whenever it ends unexpectedly. @throws what its first start throws */
export async function restartOnExit<T>({ name, timeout, begin, say }: Service<T>): Promise<T> {
  const stopped = new AbortController()
  let part = begin(undefined)
  onStop((isForced) => {
    stopped.abort()
    return part.stop(isForced ? 0 : timeout)
  })
  const first = await part.ready
  void watch()
  return first

  async function watch(): Promise<void> {
    let tries = 0
    for (let since = Date.now(); ; since = Date.now()) {
      await part.ended
      if (stopped.signal.aborted) return
      tries = Date.now() - since > STABLE_AFTER_MS ? 1 : tries + 1
      say(`${name} has ended unexpectedly and is started again in ${pauseBefore(tries) / 1_000} s.`)
      await sleep(pauseBefore(tries), undefined, { signal: stopped.signal }).catch(() => undefined)
      if (stopped.signal.aborted) return
      part = begin(first)
      await part.ready.then(
        () => say(`${name} works again.`),
        (error: Error) => say(error.message),
      )
    }
  }
}
