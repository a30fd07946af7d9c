/** Progress goes to stderr: stdout belongs to the log, whose lines are JSON. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Exits with one sentence, for an error that the user can fix; a stack trace would not help. */
export function fail(sentence) {
  say(sentence)
  process.exit(1)
}
