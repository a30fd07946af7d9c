import type { AdminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import type { Permission } from '@kushi/contract/admin/permission'
import type { EndpointPart, InputOf, OutputOf } from '@kushi/contract/endpoint'
import type { Role } from '@kushi/values/role'
import type { Context, QueryContext } from '../../context.ts'

/** The calling operator, with their permissions in the shop that the call concerns. */
export interface ActingOperator {
  id: number
  name: string
  role: Role
  /** The role is valid in every shop of the installation. */
  is_installation: boolean
  permissions: readonly Permission[]
  /** null when there is no browser: an API key, or the command line of the installation. */
  session_id: number | null
  /** When the operator last passed the second factor. */
  confirmed_at: Date
  /** Set when the caller is another system with an API key. */
  api_key_id?: number
  /** The database's log position after the caller's last change. */
  written_lsn?: string | null
}

/** The fields that a context of the admin adds. */
interface OfOperator {
  /** null before login, and on the command line where no operator has to be named. */
  operator: ActingOperator | null
  /** The current action for the audit log: the key of the call, or the command. */
  action: string
  /** Why the operator keeps words that a law restricts: their second press; null: not given. */
  claim_reason?: string | null
  /** Counts the audit entries written; a change without one is a bug. */
  trail: { entries: number }
  /** Sets the browser's session cookie; null removes it. */
  setSession(token: string | null): void
  /** The database contains the demo's data and accounts. */
  is_demo: boolean
  /** When the installation was last backed up, as its `BACKUP_MARK` says; null or left out: not known. */
  lastBackup?(): Promise<Date | null>
}
/** A context for the admin side. Created for one request of `/admin/v1/` or for one command line. */
export type AdminContext = Context & OfOperator
export type AdminQueryContext = QueryContext & OfOperator
/** A context with a logged-in operator. */
export type OperatorContext = AdminContext & { operator: ActingOperator }
export type OperatorQueryContext = AdminQueryContext & { operator: ActingOperator }
type SessionContext = AdminContext & { operator: ActingOperator & { session_id: number } }

type ContextFor<E> = E extends { permission: 'none' }
  ? AdminContext
  : E extends { session: true }
    ? SessionContext
    : OperatorContext
type ObjectOf<S> = OutputOf<S> extends infer P ? (P extends object ? P : unknown) : never

/** The input of a handler: path, query and body of its call, validated, in one object. */
export type AdminInput<K extends keyof AdminContract> = ObjectOf<EndpointPart<AdminContract[K], 'params'>> &
  ObjectOf<EndpointPart<AdminContract[K], 'query'>> &
  ObjectOf<EndpointPart<AdminContract[K], 'body'>>

/** A handler of the admin: the implementation of one call. */
export type AdminHandler<K extends keyof AdminContract> = (
  ctx: AdminContract[K] extends AdminEndpoint ? ContextFor<AdminContract[K]> : never,
  input: AdminInput<K>,
) => Promise<InputOf<AdminContract[K]['response']>>

/** Operators' calls with their handlers; each feature's `calls.ts` has its own, and the server all of them. */
export type AdminCallHandlers = { [K in keyof AdminContract]: AdminHandler<K> }
