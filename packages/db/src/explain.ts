import { SetupError } from './setup-error.ts'

const sentences: Record<string, string> = {
  ERR_INVALID_URL: 'it is not a valid URL',
  ECONNREFUSED: 'no PostgreSQL answers there',
  ENOENT: 'no PostgreSQL answers there',
  ENOTFOUND: 'the host is not known',
  EAI_AGAIN: 'the host is not known',
  ETIMEDOUT: 'the host does not answer',
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the host cannot be reached',
  '28P01': 'user or password is wrong',
  '28000': 'this user may not log in',
  '3D000': 'there is no such database',
  '42501': 'the user has not the right to set up tables',
  '53300': 'the server has no connection left',
  '57P03': 'the server is still starting',
  '25006': 'the server is read-only',
}

/** Returns the database URL without its secrets, for messages. */
export function hideUrlPassword(url: string): string {
  return url.replace(/^(\w+:\/\/[^/:@]*):[^/]*@/, '$1:***@').replace(/([?&]password=)[^&]*/g, '$1***')
}

/** Checks the form of a PostgreSQL URL; pg would treat any other string as a database name. */
export function checkDatabaseUrl(url: string): void {
  if (/^postgres(ql)?:\/\//.test(url)) return
  throw new SetupError(
    `DATABASE_URL ${hideUrlPassword(url)} is not a URL such as postgres://user:password@host:5432/name.`,
  )
}

/** Turns a database error at start into one sentence that helps the operator; returns an unknown error unchanged. */
export function explainDatabaseError(error: unknown, url: string): unknown {
  const { code, message, cause, errors } = error as {
    code?: string
    message?: string
    cause?: unknown
    errors?: { code?: string }[]
  }
  const known = sentences[code ?? ''] ?? sentences[errors?.[0]?.code ?? '']
  if (known) return new SetupError(`DATABASE_URL ${hideUrlPassword(url)} cannot be used: ${known}.`)
  if (/timeout|terminated/i.test(message ?? '') && !code) {
    return new SetupError(`DATABASE_URL ${hideUrlPassword(url)} cannot be used: the host does not answer.`)
  }
  if (
    /^(SASL|The server does not support SSL|URI malformed|Invalid URL)|self.signed certificate/i.test(message ?? '')
  ) {
    return new SetupError(`DATABASE_URL ${hideUrlPassword(url)} cannot be used: ${message!.split('\n')[0]}.`)
  }
  return cause ? explainDatabaseError(cause, url) : error
}
