import type { Endpoint, HttpMethod, Schema } from '../endpoint.ts'
import type { Permission } from './permission.ts'

/**
 * One call of the admin API. `permission`: what the caller needs in the shop of the call. `none`: needs no session
 * (sign-in, invitation). `signed-in`: any operator who is signed in.
 */
export interface AdminEndpoint extends Omit<Endpoint, 'auth' | 'errors'> {
  /** Values of `meta.error` of its own. */
  readonly errors?: readonly string[]
  readonly permission: Permission | 'none' | 'signed-in'
  /** The second factor must have been given within the last ten minutes (ERROR_CONFIRM_AGAIN). */
  readonly confirm?: true
  /**
   * About the caller's own session or credentials. Only a browser may call it, not an API key and not the command line.
   */
  readonly session?: true
  /** The response holds unmasked personal data for every caller: an API key also needs `export.personal`. */
  readonly personal?: true
  /**
   * false: a POST that changes no data of the shop (options of a passkey). All
   * other changes must write into the audit log.
   */
  readonly trail?: false
  /**
   * A list, report or export: may be read from a standby database some seconds old, but
   * never older than the caller's own writes.
   */
  readonly may_be_old?: true
  /** The body is a raw file (`upload.ts`); the number is its maximum size in bytes. */
  readonly upload?: number
  /** The schema of the file's rows, as far as operators read them in 操作履歴. */
  readonly rows?: Schema
}
export type AdminEndpoints = Record<`${HttpMethod} /admin/v1/${string}`, AdminEndpoint>
