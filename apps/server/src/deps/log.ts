import pino from 'pino'
import pretty from 'pino-pretty'
import type { Config } from '../config/config.ts'

/** Paths that are redacted, in case an object that contains them is logged by mistake. */
const personal = [
  'email',
  'password',
  'password_confirm',
  'current_password',
  'access_token',
  'token',
  'sheet_token',
  'authorization',
  'cookie',
  'name01',
  'name02',
  'phone_number',
  'card',
  'access_pass',
  'reference',
]
const redact = personal.flatMap((name) => [name, `*.${name}`, `*.*.${name}`])

/** JSON lines; readable in development. */
export function makeLog(config: Pick<Config, 'log_level' | 'development'>) {
  const options = {
    level: config.log_level,
    base: null,
    redact: { paths: redact, censor: '[…]' },
    serializers: { err: failure },
  }
  return pino(options, config.development ? pretty({ colorize: true, sync: true }) : standardOutput())
}

/** Characters of lines that wait for a full disk; further ones are dropped. */
const MAX_WAITING = 1_000_000

let output: ReturnType<typeof pino.destination> | undefined

/** A disk that is too full for the log must not end the process, nor keep it from ending: pages are answered without it. */
function standardOutput() {
  if (output) return output
  const made = pino.destination({ dest: 1, minLength: 0, maxLength: MAX_WAITING })
  let isFull = false
  made.on('error', () => {
    isFull = true
  })
  made.on('write', () => {
    isFull = false
  })
  // At the end pino writes what waits, again and again until it is written.
  process.prependListener('exit', () => {
    if (isFull) made.destroy()
  })
  output = made
  return made
}

/** For a failed query, logs only the statement and the database's message: parameters are personal data. */
function failure(error: Error & { code?: unknown; cause?: unknown }): object {
  const { name, code, stack } = error
  const message = error.message.replace(/\nparams:[\s\S]*$/, '')
  const cause = error.cause instanceof Error ? failure(error.cause) : undefined
  // As one piece, because a parameter may have several lines, also one like those below it.
  return { name, code, message, stack: stack?.replace(error.message, () => message), ...(cause ? { cause } : {}) }
}
