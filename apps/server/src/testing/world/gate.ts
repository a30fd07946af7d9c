import type { Random } from './random.ts'

/** Milliseconds after which a statement is asked whether it waits for a lock, and a process is no longer waited for. */
const SLOW = 25
const TIMEOUT_MS = 400

/**
 * Several processes at once, one statement after the other: whose is next follows from the seed, as soon as each of them
 * stands before a statement, waits for a lock, or has ended.
 */
export class Gate {
  readonly #random: Random
  readonly #waiting: { lane: number; go: () => void }[] = []
  /** What each process is doing; those that stand before a statement are in `#waiting`. */
  readonly #doing: ('works' | 'asks' | 'ended')[]
  #timer: NodeJS.Timeout | undefined

  constructor(random: Random, lanes: number) {
    this.#random = random
    this.#doing = Array.from({ length: lanes }, () => 'works')
  }

  turn(lane: number): Promise<void> {
    if (this.#doing[lane] === 'ended') return Promise.resolve()
    return new Promise((go) => {
      this.#waiting.push({ lane, go })
      this.#next()
    })
  }

  done(lane: number): void {
    if (this.#doing[lane] === 'asks') this.#doing[lane] = 'works'
    this.#next()
  }

  /** The process has ended; what it began for later runs free. */
  end(lane: number): void {
    this.#doing[lane] = 'ended'
    for (const one of this.#waiting.splice(0))
      if (one.lane === lane) one.go()
      else this.#waiting.push(one)
    this.#next()
  }

  #next(): void {
    clearTimeout(this.#timer)
    const stands = (lane: number) => this.#waiting.some((one) => one.lane === lane)
    const busy = this.#doing.flatMap((doing, lane) =>
      doing === 'ended' || (doing === 'works' && stands(lane)) ? [] : [doing],
    )
    if (this.#waiting.length === 0) return
    // A statement in flight that does not end waits for a lock of another one.
    const ms = busy.includes('works') ? TIMEOUT_MS : SLOW
    if (busy.length === 0) this.#let()
    else this.#timer = setTimeout(() => this.#let(), ms)
  }

  #let(): void {
    const lanes = [...new Set(this.#waiting.map(({ lane }) => lane))].sort()
    const lane = this.#random.pick(lanes)
    const next = this.#waiting.find((one) => one.lane === lane)!
    this.#waiting.splice(this.#waiting.indexOf(next), 1)
    this.#doing[lane] = 'asks'
    next.go()
  }
}
