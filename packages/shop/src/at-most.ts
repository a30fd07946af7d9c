/** Thrown when the queue is full, or the wait takes too long. */
export class Busy extends Error {}

interface Bounds {
  /** Tasks that run at once. */
  running: number
  /** Tasks that wait for their turn; more are rejected. */
  waiting: number
  /** Milliseconds after which a waiting task is rejected. */
  patience: number
}

/**
 * Runs tasks, a few at once and the others in order. A task that was not started fails with `Busy`. Written by us
 * because concurrency libraries queue without limit.
 */
export function atMost({ running: most, waiting: longest, patience }: Bounds) {
  let running = 0
  const queue = new Set<() => void>()

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      if (queue.size >= longest) throw new Busy()
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        queue.delete(begin)
        reject(new Busy())
      }, patience)
      queue.add(begin)
    })

  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running < most) running += 1
    else await turn()
    try {
      return await work()
    } finally {
      const [next] = queue
      if (next) {
        queue.delete(next)
        next()
      } else running -= 1
    }
  }
}

/**
 * At most `most` tasks per key, running or waiting, so that one client leaves places for others. Throws `Busy` beyond
 * that.
 */
export function atMostOfEach(most: number) {
  const open = new Map<string, number>()
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const before = open.get(who) ?? 0
    if (before >= most) throw new Busy()
    open.set(who, before + 1)
    try {
      return await work()
    } finally {
      const left = open.get(who)! - 1
      if (left === 0) open.delete(who)
      else open.set(who, left)
    }
  }
}
