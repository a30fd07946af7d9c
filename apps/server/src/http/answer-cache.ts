import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, sizeOf, writeAnswer } from './answer.ts'

const ttlMs = 10_000
const maxEntries = 300
const maxBytes = 48 * 1024 * 1024

/**
 * Public pages and catalogue answers of this process, kept for a moment and dropped as soon as the database says that
 * the catalogue changed. Only answers that hold nothing of the visitor may be put in.
 */
export class AnswerCache {
  readonly #kept = new Map<string, { until: number; answer: Answer }>()
  #bytes = 0
  /** Raised by every change, so that an answer made from older rows is not kept. */
  #generation = 0
  readonly #isOver: () => boolean

  /** `isOver`: a moment has passed at which something of the shop changes. */
  constructor(isOver: () => boolean = () => false) {
    this.#isOver = isOver
  }

  get generation(): number {
    return this.#generation
  }

  /** What it holds now; never above 300 answers and 48 MB. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#kept.size, bytes: this.#bytes }
  }

  clear(): void {
    this.#generation += 1
    this.#kept.clear()
    this.#bytes = 0
  }

  /** Keeps a finished answer, unless the catalogue changed since `generation`. The oldest make room for it. */
  put(key: string, generation: number, answer: Answer): void {
    const bytes = sizeOf(answer)
    if (generation !== this.#generation || bytes > maxBytes / 10) return
    this.#drop(key)
    while (this.#kept.size >= maxEntries || this.#bytes + bytes > maxBytes) this.#drop(this.#kept.keys().next().value!)
    this.#kept.set(key, { until: Date.now() + ttlMs, answer })
    this.#bytes += bytes
  }

  /** The kept answer for `key`; null where there is none. */
  get(key: string): Answer | null {
    const kept = this.#kept.get(key)
    if (!kept || this.#isOver()) return null
    // A clock that was set back must not keep an answer for longer.
    const left = kept.until - Date.now()
    if (left >= 0 && left <= ttlMs) return kept.answer
    this.#drop(key)
    return null
  }

  /** Writes the kept answer for `key`; false where there is none. */
  answer(key: string, req: IncomingMessage, res: ServerResponse): boolean {
    const answer = this.get(key)
    if (answer) writeAnswer(answer, req, res)
    return answer !== null
  }

  #drop(key: string): void {
    const kept = this.#kept.get(key)
    if (!kept) return
    this.#bytes -= sizeOf(kept.answer)
    this.#kept.delete(key)
  }
}
