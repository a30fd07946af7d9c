import { setTimeout as sleep } from 'node:timers/promises'
import { onStop } from './stop.ts'

/** A process that the shop needs. */
export type Part<T = unknown> = {
  /** Rejects where it could not be started. */
  ready: Promise<T>
  ended: Promise<unknown>
  /** Ends it; after `patience` ms by force. */
  stop(patience: number): Promise<void>
}

/** What lasted so long, ms, had started well: the next pause is the shortest again. */
const lasting = 60_000
/** Before the nth start in a row, ms: a quarter of a second, then twice as long each time, half a minute at most. */
export const pauseBefore = (nth: number) => Math.min(30_000, 250 * 2 ** (nth - 1))

type Kept<T> = {
  /** As a sentence begins: `The server`. */
  name: string
  /** How long it may finish what is under way when the shop stops, ms. */
  patience: number
  /** `before`: what the first start resolved to, for the same address again. */
  begin(before: T | undefined): Part<T>
  say(line: string): void
}

/** Starts a part, and again whenever it ends by itself, saying so. @throws what its first start throws. */
export async function keepUp<T>({ name, patience, begin, say }: Kept<T>): Promise<T> {
  const stopped = new AbortController()
  let part = begin(undefined)
  onStop((hurry) => {
    stopped.abort()
    return part.stop(hurry ? 0 : patience)
  })
  const first = await part.ready
  void watch()
  return first

  async function watch(): Promise<void> {
    let tries = 0
    for (let since = Date.now(); ; since = Date.now()) {
      await part.ended
      if (stopped.signal.aborted) return
      tries = Date.now() - since > lasting ? 1 : tries + 1
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
