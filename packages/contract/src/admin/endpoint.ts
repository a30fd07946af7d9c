import type { Endpoint, Method } from '../endpoint.ts'
import type { Permission } from './permission.ts'

/**
 * One call of the shop's own side. `permission`: what its caller must have in the shop that the call is for; `none`: before
 * a session there is nothing to have; `signed-in`: any operator, about themselves.
 */
export interface AdminEndpoint extends Omit<Endpoint, 'auth'> {
  readonly permission: Permission | 'none' | 'signed-in'
  /** The second factor must have been given within the last ten minutes (ERROR_CONFIRM_AGAIN). */
  readonly confirm?: true
  /** About the session that asks, or about what its person proves themselves by: a browser's alone, for no key and no command. */
  readonly session?: true
  /** Its answer names people in full, whoever may call it: a key needs `export.personal` besides. */
  readonly personal?: true
  /** false: a POST that asks and changes nothing of the shop's (options of a passkey); all other changes leave a trail. */
  readonly trail?: false
  /** A list, a report or an export: a standby of the database may answer that is some seconds behind, but not behind its caller. */
  readonly may_be_old?: true
  /** The body is a file as it is (`upload.ts`), of so many bytes at most. */
  readonly upload?: number
}
export type AdminEndpoints = Record<`${Method} /admin/v1/${string}`, AdminEndpoint>
