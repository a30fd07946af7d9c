import { Socket } from 'node:net'

/**
 * Sends what pg writes in one turn of the event loop with one call of the system, so that a round trip of statements does not
 * wake the server for each of them. pg marks the messages of a statement by `cork`.
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
