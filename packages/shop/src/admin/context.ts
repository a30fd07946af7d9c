import type { AdminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import type { Permission, Role } from '@kushi/contract/admin/permission'
import type { In, Out, Part } from '@kushi/contract/endpoint'
import type { Context } from '../context.ts'

/** The operator who asks, with what they may do in the shop that the call is for. */
export interface ActingOperator {
  id: number
  name: string
  role: Role
  /** The role holds in every shop of the installation. */
  is_installation: boolean
  permissions: readonly Permission[]
  /** null: without a browser, by a key or at a keyboard of the installation. */
  session_id: number | null
  /** When the second factor was given last. */
  confirmed_at: Date
  /** It is another system, with a key. */
  api_key_id?: number
  /** Where the database's log ended after their last change. */
  written_lsn?: string | null
}

/** A context of the shop's own side. Made for one request of `/admin/v1/`, or for one command line. */
export interface AdminContext extends Context {
  /** null: before a session, and on the command line where nobody has to be named. */
  operator: ActingOperator | null
  /** What is being done, for the trail: the call's key or the command. */
  action: string
  /** Raised by each entry in the trail; a change without one is a fault of ours. */
  trail: { entries: number }
  /** Gives the browser its session; null takes it away. */
  setSession(token: string | null): void
  /** The demo's data and accounts are in this database. */
  is_demo: boolean
}
export type OperatorContext = AdminContext & { operator: ActingOperator }
type SessionContext = AdminContext & { operator: ActingOperator & { session_id: number } }

type ContextFor<E> = E extends { permission: 'none' }
  ? AdminContext
  : E extends { session: true }
    ? SessionContext
    : OperatorContext
type ObjectOf<S> = Out<S> extends infer P ? (P extends object ? P : unknown) : never

/** What a verb gets: path, query and body of its call, checked, in one object. */
export type AdminInput<K extends keyof AdminContract> = ObjectOf<Part<AdminContract[K], 'params'>> &
  ObjectOf<Part<AdminContract[K], 'query'>> &
  ObjectOf<Part<AdminContract[K], 'body'>>

/** One call of the admin, done. */
export type AdminVerb<K extends keyof AdminContract> = (
  ctx: AdminContract[K] extends AdminEndpoint ? ContextFor<AdminContract[K]> : never,
  input: AdminInput<K>,
) => Promise<In<AdminContract[K]['response']>>
