/** There is no room, or none came in time. */
export class Busy extends Error {}

interface Bounds {
  /** Works at once. */
  running: number
  /** Works that wait for their turn; more are refused. */
  waiting: number
  /** Milliseconds after which one that waits is refused. */
  patience: number
}

/**
 * Runs what it is given, a few at once and the others in their order. The work throws `Busy` where it was not begun: what is ours of it, since
 * libraries that limit let everybody wait.
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

/** Of what each asks, `most` at once, running or waiting, so that one leaves places for others. Throws `Busy` beyond. */
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
