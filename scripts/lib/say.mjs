/** Progress goes to stderr: stdout belongs to the log, whose lines are JSON. */
export function say(line) {
  process.stderr.write(`${line}\n`)
}

/** Ends with one sentence: what went wrong is for the person to put right, and a stack trace wouldn't help. */
export function fail(sentence) {
  say(sentence)
  process.exit(1)
}
