/** An error that the person who starts the shop can fix: one sentence, printed without a stack trace. */
export class SetupError extends Error {
  override name = 'SetupError'
}
