/** Something that the person who starts the shop can put right: one sentence, printed without a stack trace. */
export class SetupError extends Error {
  override name = 'SetupError'
}
