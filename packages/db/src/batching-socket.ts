import { Socket } from 'node:net'

/**
 * Sends everything that pg writes in one turn of the event loop with one system call. So a round trip of several
 * statements wakes the server once. pg marks the messages of a statement by `cork`.
 */
export class BatchingSocket extends Socket {
  #isHeld = false

  override cork(): void {
    super.cork()
    if (this.#isHeld) return
    this.#isHeld = true
    super.cork()
    process.nextTick(() => {
      this.#isHeld = false
      super.uncork()
    })
  }
}
