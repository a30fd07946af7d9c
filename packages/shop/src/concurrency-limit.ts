/** Thrown when the queue is full, or the wait takes too long. */
export class BusyError extends Error {}

interface Bounds {
  /** Tasks that run at once. */
  running: number
  /** Tasks that wait for their turn; more are rejected. */
  waiting: number
  /** Milliseconds after which a waiting task is rejected. */
  timeout: number
}

/**
 * Runs tasks, a few at once. The others wait in a queue for each `who` and come in turn, so that who asks for much
 * delays only themselves: nobody runs more than half of what runs at once, also while nobody else waits, nor holds more
 * than a quarter of the places of the queue. A task that was not started fails with `BusyError`.
 * Written by us because concurrency libraries queue without limit.
 */
export function limitConcurrency({ running: most, waiting: longest, timeout }: Bounds) {
  let running = 0
  let waiting = 0
  const queues = new Map<string, Set<() => void>>()
  const share = Math.max(1, Math.floor(most / 2))
  const runningOf = new Map<string, number>()
  const mayBegin = (who: string) => running < most && (who === '' || (runningOf.get(who) ?? 0) < share)
  const count = (who: string, change: 1 | -1) => {
    running += change
    const left = (runningOf.get(who) ?? 0) + change
    if (left === 0) runningOf.delete(who)
    else runningOf.set(who, left)
  }
  const leave = (who: string, begin: () => void) => {
    const queue = queues.get(who)
    if (!queue?.delete(begin)) return
    waiting -= 1
    if (queue.size === 0) queues.delete(who)
  }

  const turn = (who: string) =>
    new Promise<void>((resolve, reject) => {
      const queue = queues.get(who) ?? new Set()
      if (waiting >= longest || (who !== '' && queue.size >= longest / 4)) throw new BusyError()
      const begin = () => {
        clearTimeout(timer)
        resolve()
      }
      const timer = setTimeout(() => {
        leave(who, begin)
        reject(new BusyError())
      }, timeout)
      queues.set(who, queue.add(begin))
      waiting += 1
    })

  /** Begins the first of the queue that has waited longest for its turn and has room; that queue goes to the end. */
  function beginNext(): void {
    const next = [...queues].find(([who]) => mayBegin(who))
    if (!next) return
    const [who, queue] = next
    const [begin] = queue
    leave(who, begin!)
    if (queues.delete(who)) queues.set(who, queue)
    count(who, 1)
    begin!()
  }

  return async <T>(work: () => Promise<T>, who = ''): Promise<T> => {
    if (mayBegin(who)) count(who, 1)
    else await turn(who)
    try {
      return await work()
    } finally {
      count(who, -1)
      beginNext()
    }
  }
}

/**
 * At most `most` tasks per key, running or waiting, so that one client leaves places for others. Throws `BusyError` beyond
 * that.
 */
export function limitConcurrencyPerKey(most: number) {
  const open = new Map<string, number>()
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const before = open.get(who) ?? 0
    if (before >= most) throw new BusyError()
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
