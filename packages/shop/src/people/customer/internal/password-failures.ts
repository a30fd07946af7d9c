import type { FieldFailure } from '@kushi/contract/failure'
import type { Queryable } from '@kushi/db/connect'
import * as rule from '@kushi/values/field-rule'
import { userMessage } from '@kushi/values/user-message'
import { dictionary } from '@zxcvbn-ts/language-common'
import { loadShop } from '../../../foundation/setting/index.ts'
import { invalidFields } from '../../../shop-error.ts'

let common: ReadonlySet<string> | undefined

/**
 * Whether a password is among the 49,000 most frequent in leaks, ignoring case. `Passw0rd` passes the rule of digits
 * and letters but is one of the first that attackers try.
 */
export function isCommonPassword(password: string): boolean {
  common ??= new Set(dictionary['passwords-common'].map((word) => word.toLowerCase()))
  return common.has(password.toLowerCase())
}

interface ShopScope {
  db: Queryable
  shop_id: number
}

/** Returns the errors of a new password: it breaks the shop's password rule (014), or it is common in leaks. */
export async function passwordFailures(ctx: ShopScope, password: string): Promise<FieldFailure[]> {
  const broken = rule.password('パスワード', await loadShop(ctx))(password)
  if (broken) return [{ path: 'password', ...broken }]
  if (!isCommonPassword(password)) return []
  return [{ path: 'password', message_id: 'password_common', message: userMessage('password_common') }]
}

/** @throws ShopError 422 with the failures of the field `password` */
export async function requireAcceptablePassword(ctx: ShopScope, password: string): Promise<void> {
  const failures = await passwordFailures(ctx, password)
  if (failures.length > 0) throw invalidFields(failures)
}
