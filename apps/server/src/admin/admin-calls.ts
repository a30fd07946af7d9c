import { adminContract } from '@kushi/contract/admin/contract'
import type { AdminEndpoint } from '@kushi/contract/admin/endpoint'
import type { ActingOperator, AdminContext } from '@kushi/shop/foundation/admin/context'
import { maskForOperator } from '@kushi/shop/foundation/admin/index'
import { ShopError } from '@kushi/shop/shop-error'
import type { z } from 'zod'
import { adminCallBindings as handlers } from '../calls.ts'
import { sortByMountOrder } from '../http/call-path.ts'
import {
  type CheckedEndpoint,
  findReadCallOfPut,
  isListOfResource,
  makeReadCurrent,
  type ReadCurrent,
  replacedResourceSchema,
} from '../http/guards/read-input.ts'

type Handler = (ctx: AdminContext, input: object) => Promise<unknown>

/** An admin call with its handler, independent of the caller: a browser, an API key, or a command. */
export interface AdminCall {
  /** `PUT /admin/v1/orders/{id}` */
  key: string
  method: string
  path: string
  endpoint: Omit<AdminEndpoint, 'params' | 'query' | 'body' | 'response'> &
    CheckedEndpoint & { resource?: z.ZodType | undefined }
  handler: Handler
}

export const adminCallTable: readonly AdminCall[] = sortByMountOrder(handlers).map(({ key, method, path, handler }) => {
  const declared = adminContract as unknown as Record<string, AdminCall['endpoint']>
  const endpoint = { ...declared[key]!, resource: replacedResourceSchema(adminContract, key) }
  return { key, method, path, endpoint, handler: handler as unknown as Handler }
})

const MEGABYTE = 1024 * 1024

/** Maximum body size of a call: for JSON input, or for the uploaded file. */
export const maxBodyBytes = ({ upload }: Pick<AdminEndpoint, 'upload'> = {}): number => upload ?? MEGABYTE

/** Calls before sign-in or about the session itself: a command has no session and leaves them to the browser. */
export const isBrowserOnly = ({ permission, session }: Omit<AdminEndpoint, 'response'>): boolean =>
  permission === 'none' || session === true

/**
 * @throws ShopError 403 without the permission; with an API key, for calls about the operator, and for personal data
 * without `export.personal`; without a session, for calls about one
 */
export function requireCallPermission(
  operator: ActingOperator,
  { permission, confirm, personal, session }: Omit<AdminEndpoint, 'response'>,
): void {
  const isKey = operator.api_key_id !== undefined
  // An API key cannot make calls about the operator in person, or calls that require a fresh second factor.
  if (isKey && (permission === 'none' || permission === 'signed-in' || confirm)) throw forbidden()
  if (isKey && personal && !operator.permissions.includes('export.personal')) throw forbidden()
  if (session && operator.session_id === null) throw forbidden()
  if (permission === 'none' || permission === 'signed-in') return
  if (!operator.permissions.includes(permission)) throw forbidden()
}

const forbidden = () => new ShopError(403, 'ERROR_FORBIDDEN', 'この操作をする権限がありません。店長にご相談ください。')

/** Returns the function that reads the current state of what a PUT replaces; undefined if no call reads it. */
export function makeCurrentStateReader({ key }: AdminCall, ctx: AdminContext): ReadCurrent | undefined {
  const reading = findReadCallOfPut(adminContract, key)
  const reader = reading && adminCallTable.find((one) => one.key === reading)
  if (!reader) return undefined
  return makeReadCurrent(reader.endpoint, isListOfResource(reader.key, key), (input) => {
    if (ctx.operator) requireCallPermission(ctx.operator, reader.endpoint)
    return reader.handler(ctx, input)
  })
}

/**
 * Runs the handler of a call whose caller and input are already checked. Returns only what the contract declares; a call
 * that answers a file returns the FileStream.
 */
export async function runAdminCall({ key, method, endpoint, handler }: AdminCall, ctx: AdminContext, input: object) {
  const answer = await handler(ctx, input)
  if (method !== 'GET' && endpoint.trail !== false && ctx.trail.entries === 0)
    throw new Error(`${key} has changed something without an entry in the trail`)
  return endpoint.file ? answer : maskForOperator(ctx, endpoint.response!, endpoint.response!.parse(answer))
}
