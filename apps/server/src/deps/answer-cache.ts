import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Answer, sizeOf, writeAnswer } from '../http/answer.ts'

const ttlMs = 10_000
const maxEntries = 300
const maxBytes = 48 * 1024 * 1024

/**
 * Public pages and catalogue answers of this process, cached briefly and dropped as soon as the database notifies a
 * change of the catalogue. Only answers without any visitor data may be stored.
 */
export class AnswerCache {
  readonly #kept = new Map<string, { until: number; answer: Answer }>()
  #bytes = 0
  /** Increased by every change, so that an answer built from older rows is not stored. */
  #generation = 0
  readonly #isOver: () => boolean

  /** `isOver`: a scheduled change of the shop has become due. */
  constructor(isOver: () => boolean = () => false) {
    this.#isOver = isOver
  }

  get generation(): number {
    return this.#generation
  }

  /** Current size; never above 300 answers and 48 MB. */
  get size(): { entries: number; bytes: number } {
    return { entries: this.#kept.size, bytes: this.#bytes }
  }

  clear(): void {
    this.#generation += 1
    this.#kept.clear()
    this.#bytes = 0
  }

  /** Stores a finished answer, unless the catalogue changed since `generation`. Evicts what was not asked for longest to make room. */
  put(key: string, generation: number, answer: Answer): void {
    const bytes = sizeOf(answer)
    if (generation !== this.#generation || bytes > maxBytes / 10) return
    this.#drop(key)
    while (this.#kept.size >= maxEntries || this.#bytes + bytes > maxBytes) this.#drop(this.#kept.keys().next().value!)
    this.#kept.set(key, { until: Date.now() + ttlMs, answer })
    this.#bytes += bytes
  }

  /** Returns the cached answer for `key`; null if there is none. */
  get(key: string): Answer | null {
    const kept = this.#kept.get(key)
    if (!kept || this.#isOver()) return null
    // A clock that was set back must not extend an answer's life.
    const left = kept.until - Date.now()
    if (left >= 0 && left <= ttlMs) {
      // What is asked for again stays longest.
      this.#kept.delete(key)
      this.#kept.set(key, kept)
      return kept.answer
    }
    this.#drop(key)
    return null
  }

  /** Writes the cached answer for `key`; returns false if there is none. */
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
