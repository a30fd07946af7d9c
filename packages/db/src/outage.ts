/**
 * PostgreSQL's codes: connections (08, 57P), resources (53: connections, disk, memory), a disk that fails (58030), read-only,
 * timeouts, no such database.
 */
const codes = /^(08...|53...|58030|57P0.|57014|55P03|25P0[34]|25006|40P01|3D000|28P01)$/

/** Network errors on the way to it; a missing Unix socket gives ENOENT. */
const errnos = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)$/

/** A picture or a file of an extension finds no room. */
const noRoom = /^(ENOSPC|EDQUOT)$/

/** Messages of pg, which gives these errors no code, and of a full quota, which PostgreSQL calls an error of its own. */
const messages =
  /Disk quota exceeded$|^(Connection terminated|timeout exceeded when trying to connect|Query read timeout|Client has encountered a connection error|Client was closed|The wait for the database took too long)/

/**
 * Whether an error means that the database is unreachable, starting, full, read-only or too slow, or the disk of files full.
 * Such an error is not a bug of the program, and ends when the database recovers.
 */
export function isDatabaseOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code } = error as { code?: unknown }
  if (typeof code === 'string' && [codes, errnos, noRoom].some((known) => known.test(code))) return true
  if (code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect') return true
  return messages.test(error.message) || isDatabaseOutage(error.cause)
}
